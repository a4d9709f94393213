import DataStore

/// Models in the forms of older generated files: an `id()` of their own, one target name, relations that are read at
/// once, coding that the compiler writes, and associations that name fields instead of relations.
enum OlderModels {
    static let schemas = [
        Meeting.schema, Attendee.schema, Registration.schema, Project.schema, Team.schema, Article.schema,
        Remark.schema,
    ]

    struct Meeting: Model {
        let id: String
        var title: String
        var attendees: List<Registration>?

        enum CodingKeys: String, ModelKey { case id, title, attendees }
        static let keys = CodingKeys.self
        static let schema = defineSchema { model in
            let meeting = Meeting.keys
            model.pluralName = "Meetings"
            model.fields(
                .id(),
                .field(meeting.title, is: .required, ofType: .string),
                .hasMany(
                    meeting.attendees, is: .optional, ofType: Registration.self,
                    associatedWith: Registration.keys.meeting)
            )
        }
    }

    struct Attendee: Model {
        let id: String
        var meetings: List<Registration>?

        enum CodingKeys: String, ModelKey { case id, meetings }
        static let keys = CodingKeys.self
        static let schema = defineSchema { model in
            let attendee = Attendee.keys
            model.fields(
                .id(),
                .hasMany(
                    attendee.meetings, is: .optional, ofType: Registration.self,
                    associatedWith: Registration.keys.attendee)
            )
        }
    }

    struct Registration: Model {
        let id: String
        var meeting: Meeting
        var attendee: Attendee?

        enum CodingKeys: String, ModelKey { case id, meeting, attendee }
        static let keys = CodingKeys.self
        static let schema = defineSchema { model in
            let registration = Registration.keys
            model.attributes(
                .index(fields: ["meetingId", "attendeeId"], name: "byMeeting"),
                .index(fields: ["attendeeId", "meetingId"], name: "byAttendee")
            )
            model.fields(
                .id(),
                .belongsTo(registration.meeting, is: .required, ofType: Meeting.self, targetName: "meetingId"),
                .belongsTo(registration.attendee, is: .optional, ofType: Attendee.self, targetName: "attendeeId")
            )
        }
    }

    /// Each holds the other's key.
    struct Project: Model {
        let id: String
        var team: LazyReference<Team>
        var projectTeamId: String?

        enum CodingKeys: String, ModelKey { case id, team, projectTeamId }
        static let keys = CodingKeys.self
        static let schema = defineSchema { model in
            let project = Project.keys
            model.fields(
                .id(),
                .hasOne(
                    project.team, is: .optional, ofType: Team.self, associatedWith: Team.keys.project,
                    targetName: "projectTeamId"),
                .field(project.projectTeamId, is: .optional, ofType: .string)
            )
        }
    }

    struct Team: Model {
        let id: String
        var project: LazyReference<Project>

        enum CodingKeys: String, ModelKey { case id, project }
        static let keys = CodingKeys.self
        static let schema = defineSchema { model in
            let team = Team.keys
            model.fields(
                .id(),
                .belongsTo(team.project, is: .optional, ofType: Project.self, targetName: "teamProjectId")
            )
        }
    }

    /// The children hold the key in a field, and have no relation.
    struct Article: Model {
        let id: String
        var remarks: List<Remark>?

        enum CodingKeys: String, ModelKey { case id, remarks }
        static let keys = CodingKeys.self
        static let schema = defineSchema { model in
            let article = Article.keys
            model.fields(
                .id(),
                .hasMany(
                    article.remarks, is: .optional, ofType: Remark.self, associatedWith: Remark.keys.articleID)
            )
        }
    }

    struct Remark: Model {
        let id: String
        var articleID: String
        var content: String

        enum CodingKeys: String, ModelKey { case id, articleID, content }
        static let keys = CodingKeys.self
        static let schema = defineSchema { model in
            let remark = Remark.keys
            model.attributes(.index(fields: ["articleID", "content"], name: "byArticle"))
            model.fields(
                .id(),
                .field(remark.articleID, is: .required, ofType: .string),
                .field(remark.content, is: .required, ofType: .string)
            )
        }
    }
}
