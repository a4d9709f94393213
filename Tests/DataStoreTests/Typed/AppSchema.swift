/// The `schema.graphql` from which the files in `AmplifyTests/Models` are generated.
enum AppSchema {
    static let text = """
        enum PostStatus { DRAFT PUBLISHED ARCHIVED }
        type Coordinates { latitude: Float! longitude: Float! }
        type Address { street: String city: String! position: Coordinates floors: [Int] }
        type Todo @model @auth(rules: [{ allow: owner }]) {
          id: ID!
          name: String!
          description: String
          priority: Int
          done: Boolean
          dueOn: AWSDate
        }
        type Post @model {
          id: ID!
          title: String!
          content: String
          rating: Float
          status: PostStatus
          comments: [Comment] @hasMany
          tags: [Tag] @manyToMany(relationName: "PostTags")
        }
        type Comment @model { id: ID! content: String! post: Post @belongsTo }
        type Tag @model { id: ID! label: String! posts: [Post] @manyToMany(relationName: "PostTags") }
        type Purchase @model {
          customer: String! @primaryKey(sortKeyFields: ["number"])
          number: Int!
          total: Float
          lines: [PurchaseLine] @hasMany
        }
        type PurchaseLine @model { id: ID! text: String! purchase: Purchase @belongsTo }
        type Employee @model {
          id: ID!
          name: String!
          managerId: ID @index(name: "byManager")
          manager: Employee @belongsTo(fields: ["managerId"])
          reports: [Employee] @hasMany(references: ["managerId"])
        }
        type Profile @model { id: ID! bio: String }
        type Account @model { id: ID! name: String! profile: Profile @hasOne }
        type Memo @model { id: ID! text: String! author: Account! @belongsTo }
        type Everything @model {
          id: ID!
          text: String!
          whole: Int!
          real: Float!
          flag: Boolean!
          date: AWSDate
          moment: AWSDateTime
          time: AWSTime
          stamp: AWSTimestamp
          status: PostStatus
          address: Address!
          second: Address
          addresses: [Address]
          words: [String]!
          counts: [Int]
          statuses: [PostStatus]
          moments: [AWSDateTime]
        }
        """
}
