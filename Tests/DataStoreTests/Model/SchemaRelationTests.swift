import DataStore
import GraphQL
import Testing

/// Relations and the foreign keys that they share, name or make. Times, roles and indexes are left out of the texts.
@Suite struct SchemaRelationTests {
    typealias Case = SchemaModelTests.Case

    @Test(arguments: cases)
    func becomes(_ test: Case) {
        let result = load(test.sdl)
        #expect(result.diagnostics.filter { $0.severity == .error }.map(\.rendered) == [])
        let text = result.schema.map(SchemaText.describe)?.split(separator: "\n").filter { line in
            !["  created", "  updated", "  index", "  id ID! key"].contains { line.hasPrefix($0) }
        }
        #expect(text?.joined(separator: "\n") == test.model)
    }

    static let cases: [Case] = [
        Case(
            "many by an index, and back",
            """
            type Post @model { id: ID! comments: [Comment] @hasMany(indexName: "byPost", fields: ["id"]) }
            type Comment @model { id: ID! postID: ID! @index(name: "byPost", sortKeyFields: ["text"]) text: String post: Post @belongsTo(fields: ["postID"]) }
            """,
            """
            Post (id)
              comments: hasMany Comment, id = postID
            Comment (id)
              postID ID!
              text String
              key postID -> Post
              post: belongsTo Post, postID = id
            """),
        Case(
            "many without a word: the key is made",
            "type Post @model { comments: [Comment] @hasMany } type Comment @model { text: String }",
            """
            Post (id)
              comments: hasMany Comment, id = postCommentsId
            Comment (id)
              text String
              postCommentsId ID
              key postCommentsId -> Post
            """),
        Case(
            "both sides without a word share one key",
            "type Post @model { comments: [Comment!]! @hasMany } type Comment @model { post: Post! @belongsTo }",
            """
            Post (id)
              comments: hasMany Comment!, id = postCommentsId
            Comment (id)
              postCommentsId ID!
              key postCommentsId -> Post
              post: belongsTo Post!, postCommentsId = id
            """),
        Case(
            "many shares the key that the other side names",
            "type Post @model { comments: [Comment] @hasMany } type Comment @model { postID: String post: Post @belongsTo(fields: [\"postID\"]) }",
            """
            Post (id)
              comments: hasMany Comment, id = postID
            Comment (id)
              postID String
              key postID -> Post
              post: belongsTo Post, postID = id
            """),
        Case(
            "a made key's name may be declared",
            "type Post @model { comments: [Comment] @hasMany } type Comment @model { postCommentsId: ID! }",
            """
            Post (id)
              comments: hasMany Comment, id = postCommentsId
            Comment (id)
              postCommentsId ID!
              key postCommentsId -> Post
            """),
        Case(
            "belonging alone makes its own key",
            "type Post @model { id: String! } type Comment @model { post: Post @belongsTo }",
            """
            Post (id)
              id String! key
            Comment (id)
              commentPostId String
              key commentPostId -> Post
              post: belongsTo Post, commentPostId = id
            """),
        Case(
            "references on both sides",
            """
            type A @model { many: [B] @hasMany(references: "aId") one: C @hasOne(references: ["aId"]) }
            type B @model { aId: ID a: A @belongsTo(references: ["aId"]) }
            type C @model { aId: ID a: A @belongsTo }
            """,
            """
            A (id)
              many: hasMany B, id = aId
              one: hasOne C, id = aId
            B (id)
              aId ID
              key aId -> A
              a: belongsTo A, aId = id
            C (id)
              aId ID
              key aId -> A
              a: belongsTo A, aId = id
            """),
        Case(
            "one: the key is here; optional or required",
            """
            type A @model { b: B @hasOne c: B! @hasOne d: B @hasOne(fields: ["bID"]) bID: ID! }
            type B @model { x: Int }
            """,
            """
            A (id)
              bID ID!
              aBId ID
              aCId ID!
              key aBId -> B or null, owned
              key aCId -> B, owned
              key bID -> B, owned
              b: hasOne B, aBId = id
              c: hasOne B!, aCId = id
              d: hasOne B, bID = id
            B (id)
              x Int
            """),
        Case(
            "one and back without a word: a key on each side",
            "type P @model { team: T @hasOne } type T @model { project: P @belongsTo }",
            """
            P (id)
              pTeamId ID
              key pTeamId -> T or null, owned
              team: hasOne T, pTeamId = id
            T (id)
              tProjectId ID
              key tProjectId -> P
              project: belongsTo P, tProjectId = id
            """),
        Case(
            "a composite key is held field by field",
            """
            type Post @model { id: ID! @primaryKey(sortKeyFields: ["title", "n"]) title: String! n: Int! comments: [Comment] @hasMany named: [Named] @hasMany(indexName: "by") }
            type Comment @model { post: Post @belongsTo }
            type Named @model { a: ID @index(name: "by", sortKeyFields: ["b", "c", "d"]) b: String c: Int d: Int }
            """,
            """
            Post (id title n)
              title String! key
              n Int! key
              comments: hasMany Comment, id = postCommentsId, title = postCommentsTitle, n = postCommentsN
              named: hasMany Named, id = a, title = b, n = c
            Comment (id)
              postCommentsId ID
              postCommentsTitle String
              postCommentsN Int
              key postCommentsId postCommentsTitle postCommentsN -> Post
              post: belongsTo Post, postCommentsId = id, postCommentsTitle = title, postCommentsN = n
            Named (id)
              a ID
              b String
              c Int
              d Int
              key a b c -> Post
            """),
        Case(
            "many by the child's own key",
            """
            type Post @model { comments: [Comment] @hasMany(fields: ["id"]) }
            type Comment @model { postID: ID! @primaryKey(sortKeyFields: ["at"]) at: Int! }
            """,
            """
            Post (id)
              comments: hasMany Comment, id = postID
            Comment (postID at)
              postID ID! key
              at Int! key
              key postID -> Post
            """),
        Case(
            "self relations",
            "type Node @model { parent: Node @belongsTo children: [Node] @hasMany } type Tree @model { upID: ID up: Tree @belongsTo(fields: [\"upID\"]) down: [Tree] @hasMany }",
            """
            Node (id)
              nodeChildrenId ID
              key nodeChildrenId -> Node
              parent: belongsTo Node, nodeChildrenId = id
              children: hasMany Node, id = nodeChildrenId
            Tree (id)
              upID ID
              key upID -> Tree
              up: belongsTo Tree, upID = id
              down: hasMany Tree, id = upID
            """),
        Case(
            "several relations between two models",
            """
            type Team @model { home: [Game] @hasMany(indexName: "byHome") away: [Game] @hasMany(indexName: "byAway") other: [Game] @hasMany }
            type Game @model { homeID: ID! @index(name: "byHome") awayID: ID! @index(name: "byAway") h: Team @belongsTo(fields: ["homeID"]) a: Team @belongsTo(fields: ["awayID"]) o: Team @belongsTo }
            """,
            """
            Team (id)
              home: hasMany Game, id = homeID
              away: hasMany Game, id = awayID
              other: hasMany Game, id = teamOtherId
            Game (id)
              homeID ID!
              awayID ID!
              teamOtherId ID
              key homeID -> Team
              key awayID -> Team
              key teamOtherId -> Team
              h: belongsTo Team, homeID = id
              a: belongsTo Team, awayID = id
              o: belongsTo Team, teamOtherId = id
            """),
        Case(
            "many to many: a join model",
            """
            type Post @model @auth(rules: [{allow: public}]) { tags: [Tag!] @manyToMany(relationName: "PostTags") }
            type Tag @model @auth(rules: [{allow: public}, {allow: owner}]) { name: ID! @primaryKey(sortKeyFields: "n") n: Int! posts: [Post] @manyToMany(relationName: "PostTags") }
            """,
            """
            Post (id)
              tags: manyToMany Tag, id = postId via PostTags tagName tagN
              auth {allow: public}
            Tag (name n)
              name ID! key
              n Int! key
              posts: manyToMany Post, name = tagName, n = tagN via PostTags postId
              auth {allow: public}
              auth {allow: owner}
            join PostTags (id)
              postId ID!
              tagName ID!
              tagN Int!
              key postId -> Post
              key tagName tagN -> Tag
              post: belongsTo Post!, postId = id
              tag: belongsTo Tag!, tagName = name, tagN = n
              auth {allow: public}
              auth {allow: owner}
            """),
        Case(
            "a field that is not the key guards nothing",
            "type A @model { email: String bs: [B] @hasMany(indexName: \"by\", fields: [\"email\"]) } type B @model { mail: String @index(name: \"by\") }",
            """
            A (id)
              email String
              bs: hasMany B, email = mail
            B (id)
              mail String
            """),
    ]
}
