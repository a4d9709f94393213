"""The schemas that more than one chapter uses."""

BLOG = '''type Post @model {
  id: ID!
  title: String!
  rating: Int
  status: String
  createdAt: AWSDateTime
  comments: [Comment] @hasMany(indexName: "commentsOfPost", fields: ["id"])
}

type Comment @model {
  id: ID!
  postID: ID! @index(name: "commentsOfPost")
  content: String
  post: Post @belongsTo(fields: ["postID"])
}
'''

SAMPLES = '''enum Mood { CALM BUSY LOUD }

type Point { x: Float! y: Float! note: String }

type Place {
  name: String!
  size: Int
  at: Point
}

"""A record with a field of each kind."""
type Sample @model {
  id: ID!
  text: String
  whole: Int
  real: Float
  flag: Boolean
  day: AWSDate
  clock: AWSTime
  moment: AWSDateTime
  stamp: AWSTimestamp
  mail: AWSEmail
  link: AWSURL
  phone: AWSPhone
  address: AWSIPAddress
  anything: AWSJSON
  mood: Mood
  place: Place
  words: [String]
  counts: [Int]
  moods: [Mood]
  places: [Place]
}

type Needs @model {
  id: ID!
  text: String!
  whole: Int!
  flag: Boolean!
  words: [String!]!
}

type Fills @model {
  id: ID!
  text: String @default(value: "plain")
  whole: Int @default(value: "12")
  real: Float @default(value: "0.5")
  flag: Boolean @default(value: "false")
  mood: Mood @default(value: "CALM")
}
'''

KEYS = '''type Reading @model {
  station: ID! @primaryKey(sortKeyFields: ["day", "run"])
  day: AWSDate!
  run: Int!
  value: Float
}
'''

FAMILY = '''type Person @model {
  id: ID!
  name: String!
  bossID: ID @index(name: "byBoss")
  boss: Person @belongsTo(fields: ["bossID"])
  reports: [Person] @hasMany(indexName: "byBoss", fields: ["id"])
}
'''
