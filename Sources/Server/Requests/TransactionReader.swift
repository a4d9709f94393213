import DataStore
import HTTP

/// The body of `/transaction`, read into operations. Every fault of form is found, each with its path.
struct TransactionReader {
    let schema: Schema

    private static let maximumCount = 1000
    private static let members: Set<Text> = ["op", "model", "id", "record", "ifMatch", "if"]

    /// 422 with all faults; `index` is the first operation that has one.
    func operations(_ body: JSON) throws(Problem) -> [Operation] {
        guard case .array(let items) = body else {
            throw .unprocessable([Fault(.path(""), "must be an array of operations, is \(body.kind)")])
        }
        guard items.count <= Self.maximumCount else {
            let detail = "has \(items.count) operations; \(Self.maximumCount) are the most"
            throw .unprocessable([Fault(.path(""), detail)])
        }
        var operations: [Operation] = []
        var faults: [Fault] = []
        var firstIndex: Int?
        for (index, item) in items.enumerated() {
            do throws(Faults) {
                operations.append(try operation(item))
            } catch {
                firstIndex = firstIndex ?? index
                faults += error.faults.map { $0.below("/\(index)") }
            }
        }
        guard faults.isEmpty else {
            var problem = Problem.unprocessable(faults)
            problem.index = firstIndex
            throw problem
        }
        return operations
    }

    private func operation(_ item: JSON) throws(Faults) -> Operation {
        guard case .object(let members) = item else {
            throw Faults([Fault(.path(""), "must be an object, is \(item.kind)")])
        }
        var reading = Reading(members: members, schema: schema)
        for member in members where !Self.members.contains(member.name) {
            reading.add("/\(JSONPointer.escaped(member.name))", "is no member of an operation")
        }
        let word = reading.text("op")
        let model = reading.model()
        switch word {
        case "create": return try reading.create(model)
        case "update": return try reading.write(model) { .merge($0, $1, $2, $3) }
        case "replace": return try reading.write(model) { .replace($0, $1, $2, $3) }
        case "delete": return try reading.delete(model)
        default:
            if word != nil { reading.add("/op", "must be create, update, replace or delete") }
            throw Faults(reading.faults)
        }
    }

    /// One operation's members, and what is wrong with them.
    private struct Reading {
        let members: [JSON.Member]
        let schema: Schema
        private(set) var faults: [Fault] = []

        init(members: [JSON.Member], schema: Schema) {
            self.members = members
            self.schema = schema
        }

        mutating func add(_ path: String, _ detail: String) { faults.append(Fault(.path(path), detail)) }

        private func member(_ name: Text) -> JSON? { members.first { $0.name == name }?.value }

        mutating func text(_ name: Text) -> String? {
            switch member(name) {
            case .string(let text): return text.string
            case nil: add("/\(name)", "is required")
            case .some(let other): add("/\(name)", "must be a string, is \(other.kind)")
            }
            return nil
        }

        mutating func model() -> ModelDefinition? {
            guard let name = text("model") else { return nil }
            if let model = schema.model(named: name) { return model }
            add("/model", "there is no model \(name)")
            return nil
        }

        mutating func create(_ model: ModelDefinition?) throws(Faults) -> Operation {
            if member("id") != nil { add("/id", "stands in the record of a create") }
            for name: Text in ["ifMatch", "if"] where member(name) != nil {
                add("/\(name)", "a create has no condition")
            }
            let body = record()
            guard let model, let body else { throw Faults(faults) }
            do throws(Faults) {
                let operation = try RecordDrafts.operation(body, of: model)
                if faults.isEmpty { return operation }
            } catch {
                faults += error.faults.map { $0.below("/record") }
            }
            throw Faults(faults)
        }

        mutating func write(
            _ model: ModelDefinition?, _ make: (ModelDefinition, Key, JSON, Conditions) -> Operation
        ) throws(Faults) -> Operation {
            let body = record()
            let key = key(of: model)
            let conditions = conditions(of: model)
            guard let model, let key, let body, faults.isEmpty else { throw Faults(faults) }
            return make(model, key, body, conditions)
        }

        mutating func delete(_ model: ModelDefinition?) throws(Faults) -> Operation {
            if member("record") != nil { add("/record", "a delete has no record") }
            let key = key(of: model)
            let conditions = conditions(of: model)
            guard let model, let key, faults.isEmpty else { throw Faults(faults) }
            return .delete(model, key, conditions)
        }

        private mutating func record() -> JSON? {
            switch member("record") {
            case .object(let members): return .object(members)
            case nil: add("/record", "is required")
            case .some(let other): add("/record", "must be an object, is \(other.kind)")
            }
            return nil
        }

        private mutating func key(of model: ModelDefinition?) -> Key? {
            guard let model else { return nil }
            guard let json = member("id") else {
                add("/id", "is required")
                return nil
            }
            do throws(ScalarFault) {
                return try Key(json, model: model)
            } catch {
                add("/id", error.detail)
                return nil
            }
        }

        private mutating func conditions(of model: ModelDefinition?) -> Conditions {
            Conditions(ifMatch: ifMatch(), predicate: predicate(of: model))
        }

        /// A version as a number, or an entity tag.
        private mutating func ifMatch() -> Conditions.VersionMatch? {
            switch member("ifMatch") {
            case nil: return nil
            case .number(let text): if let version = Int64(text.string) { return .oneOf([version]) }
            case .string("*"): return .any
            case .string(let tag):
                if let version = EntityTags.version(tag.string) {
                    return .oneOf(EntityTags.isWeak(tag.string) ? [] : [version])
                }
            default: break
            }
            add("/ifMatch", "must be a version, as a number or an entity tag")
            return nil
        }

        private mutating func predicate(of model: ModelDefinition?) -> Predicate? {
            guard let model, let json = member("if") else { return nil }
            let text: String
            switch json {
            case .string(let given): text = given.string
            case .object:
                var writer = JSONWriter()
                writer.write(json)
                text = String(decoding: writer.bytes, as: UTF8.self)
            default:
                add("/if", "must be a predicate, is \(json.kind)")
                return nil
            }
            do throws(PredicateFaults) {
                return try Predicate.parse(text, for: model, in: schema)
            } catch {
                for item in error.items { add("/if", "\(item.detail) (column \(item.column))") }
                return nil
            }
        }
    }
}
