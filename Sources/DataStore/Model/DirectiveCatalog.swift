/// The directives of Amplify's schema language: where each may stand and what it takes.
struct DirectiveCatalog {
    /// What an argument may be.
    indirect enum Shape: Sendable {
        case string
        case integer
        /// One of these names.
        case name([String])
        /// A list, or a single item in its place (GraphQL, October 2021, §3.11, input coercion).
        case list(Shape)
        case object([Member])
        case nullable(Shape)
        /// Anything: the directive is passed over.
        case any
    }

    /// An argument or a member of an object.
    struct Member: Sendable {
        let name: String
        let shape: Shape
        let isRequired: Bool

        init(_ name: String, _ shape: Shape, isRequired: Bool = false) {
            self.name = name
            self.shape = shape
            self.isRequired = isRequired
        }
    }

    enum Place: String, Sendable {
        /// On an object type.
        case type
        /// On a field of an object type.
        case field
        case both

        func includes(_ other: Place) -> Bool { self == .both || self == other }
    }

    struct Entry: Sendable {
        let name: String
        let place: Place
        let isRepeatable: Bool
        let arguments: [Member]
        /// Of a directive that is passed over: why, as the rest of a sentence.
        let passedOver: String?

        init(
            _ name: String, on place: Place, isRepeatable: Bool = false, _ arguments: [Member] = [],
            passedOver: String? = nil
        ) {
            self.name = name
            self.place = place
            self.isRepeatable = isRepeatable
            self.arguments = arguments
            self.passedOver = passedOver
        }
    }

    /// The entry of that exact name.
    static func entry(_ name: String) -> Entry? { entries.first { $0.name == name } }

    static let entries: [Entry] = [
        Entry(
            "model", on: .type,
            [
                Member("queries", .nullable(.object(["get", "list", "sync"].map { Member($0, .nullable(.string)) }))),
                Member(
                    "mutations",
                    .nullable(.object(["create", "update", "delete"].map { Member($0, .nullable(.string)) }))),
                Member(
                    "subscriptions",
                    .nullable(
                        .object(
                            ["onCreate", "onUpdate", "onDelete"].map { Member($0, .nullable(.list(.string))) }
                                + [Member("level", .nullable(.name(["off", "public", "on"])))]))),
                Member(
                    "timestamps", .nullable(.object(["createdAt", "updatedAt"].map { Member($0, .nullable(.string)) }))),
            ]),
        Entry("primaryKey", on: .field, [Member("sortKeyFields", .nullable(.list(.string)))]),
        Entry(
            "index", on: .field, isRepeatable: true,
            [
                Member("name", .nullable(.string)), Member("sortKeyFields", .nullable(.list(.string))),
                Member("queryField", .nullable(.string)),
                Member(
                    "projection",
                    .nullable(
                        .object([
                            Member("type", .name(["ALL", "KEYS_ONLY", "INCLUDE"])),
                            Member("nonKeyAttributes", .nullable(.list(.string))),
                        ]))),
            ]),
        Entry(
            "hasMany", on: .field,
            [
                Member("indexName", .string), Member("fields", .list(.string)), Member("references", .list(.string)),
                Member("limit", .nullable(.integer)),
            ]),
        Entry("hasOne", on: .field, [Member("fields", .list(.string)), Member("references", .list(.string))]),
        Entry(
            "belongsTo", on: .field,
            [
                Member("fields", .list(.string)), Member("references", .list(.string)),
                Member("overrideIndexName", .nullable(.string)),
            ]),
        Entry(
            "manyToMany", on: .field,
            [Member("relationName", .string, isRequired: true), Member("limit", .nullable(.integer))]),
        Entry("default", on: .field, [Member("value", .string, isRequired: true)]),
        Entry(
            "validate", on: .field, isRepeatable: true,
            [
                Member("type", .name(FieldRules.validationTypes), isRequired: true),
                Member("value", .string, isRequired: true), Member("errorMessage", .nullable(.string)),
            ]),
        Entry("auth", on: .both, [Member("rules", .list(authRule), isRequired: true)]),

        // The first transformer's.
        Entry(
            "key", on: .type, isRepeatable: true,
            [
                Member("fields", .list(.string), isRequired: true), Member("name", .nullable(.string)),
                Member("queryField", .nullable(.string)),
            ]),
        Entry(
            "connection", on: .field,
            [
                Member("name", .string), Member("keyName", .string), Member("fields", .list(.string)),
                Member("keyField", .string), Member("sortField", .nullable(.string)),
                Member("limit", .nullable(.integer)),
            ]),

        // Passed over.
        Entry(
            "versioned", on: .type, ["versionField", "versionInput"].map { Member($0, .any) },
            passedOver: "every record has a _version"),
        Entry(
            "function", on: .field, isRepeatable: true,
            ["name", "region", "accountId", "invocationType"].map { Member($0, .any) },
            passedOver: "there are no functions here"),
        Entry(
            "http", on: .field, ["method", "url", "headers"].map { Member($0, .any) },
            passedOver: "fields are stored, not fetched"),
        Entry(
            "predictions", on: .field, [Member("actions", .any)], passedOver: "there are no predictions here"),
        Entry("searchable", on: .type, [Member("queries", .any)], passedOver: "any field can be searched with `where`"),
        Entry("mapsTo", on: .type, [Member("name", .any)], passedOver: "a table has the name of its model"),
    ]

    private static let authRule = Shape.object([
        Member("allow", .name(["owner", "groups", "private", "public", "custom"]), isRequired: true),
        Member("provider", .name(["apiKey", "iam", "identityPool", "oidc", "userPools", "function"])),
        Member("identityClaim", .string), Member("groupClaim", .string), Member("ownerField", .string),
        Member("groupsField", .string), Member("groups", .list(.string)),
        Member(
            "operations",
            .nullable(
                .list(.name(["create", "update", "delete", "read", "list", "get", "sync", "listen", "search"])))),
        // The first transformer's.
        Member("identityField", .string),
        Member("queries", .nullable(.list(.name(["get", "list"])))),
        Member("mutations", .nullable(.list(.name(["create", "update", "delete"])))),
    ])
}
