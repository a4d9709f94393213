import AWSDataStorePlugin
import Amplify
import AppModels
import Foundation

/// The values of the published snippets, as an app writes them.
enum Snippets {
    static func popularPosts() -> (QueryPredicate, QuerySortInput) {
        let post = Post.keys
        return (
            post.title.beginsWith("post") && post.rating > 10.0,
            .ascending(post.rating)
        )
    }

    static func describe(_ error: DataStoreError) -> String {
        "Subscription received error - \(error.localizedDescription)"
    }

    static func describe(_ querySnapshot: DataStoreQuerySnapshot<Post>) -> String {
        "[Snapshot] item count: \(querySnapshot.items.count), isSynced: \(querySnapshot.isSynced)"
    }

    static func describe(_ changes: MutationEvent) -> String { "Subscription received mutation: \(changes)" }

    /// What the documentation shows of predicates, sorts and pages.
    static func conditions() -> [QueryPredicate] {
        let post = Post.keys
        let comment = Comment.keys
        return [
            QueryPredicateConstant.all,
            post.rating.gt(4).and(post.status.eq(PostStatus.published)),
            post.rating > 4 || post.status == PostStatus.draft,
            !(post.title ~= "a"),
            not(post.title == "a"),
            post.rating.between(start: 1, end: 5.5),
            post.content == nil,
            post.content != nil,
            field("title").contains("x"),
            post.createdAt.le(Temporal.DateTime.now()),
            comment.post == "p1",
            comment.post.eq(Post(id: "p1", title: "one")),
            field("post.title").beginsWith("o"),
            comment.post == Post.IdentifierProtocol.makeDefault(id: "p1"),
            post.id.attributeExists(true),
        ]
    }

    static let configuration = DataStoreConfiguration.custom(
        errorHandler: { error in print(error.errorDescription) },
        conflictHandler: { data, resolve in resolve(data.local.modelName == "Post" ? .retryLocal : .applyRemote) },
        syncInterval: 3600, syncMaxRecords: 1000, syncPageSize: 100,
        syncExpressions: [
            DataStoreSyncExpression.syncExpression(Post.schema) { Post.keys.rating.gt(5) }
        ])
}
