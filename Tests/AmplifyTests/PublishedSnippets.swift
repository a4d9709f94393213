// swift-format-ignore-file
import Amplify
import AppModels

/// The two snippets of "Observe in real time" in Amplify's documentation, as they stand there (a missing brace added).
final class TodoObserver {
    // In your type declaration, declare a cancellable to hold onto the subscription
    var postsSubscription: AnyCancellable?

    // Then in the body of your code, subscribe to the publisher
    func subscribeToPosts() {
        postsSubscription = Amplify.DataStore.publisher(for: Todo.self)
            .sink {
                if case let .failure(error) = $0 {
                    print("Subscription received error - \(error.localizedDescription)")
                }
            }
            receiveValue: { changes in
                // handle incoming changes
                print("Subscription received mutation: \(changes)")
            }
    }

    // Then, when you're finished observing, cancel the subscription
    func unsubscribeFromPosts() {
        postsSubscription?.cancel()
    }
}

final class PostObserver {
    // In your type declaration, declare a cancellable to hold onto the subscription
    var postsSubscription: AnyCancellable?

    func subscribeToPosts() {
        let post = Post.keys
        self.postsSubscription = Amplify.DataStore.observeQuery(
                for: Post.self,
                where: post.title.beginsWith("post") && post.rating > 10.0,
                sort: .ascending(post.rating)
            )
            .sink { completed in
                switch completed {
                case .finished:
                    print("finished")
                case .failure(let error):
                    print("Error \(error)")
                }
            } receiveValue: { querySnapshot in
                print("[Snapshot] item count: \(querySnapshot.items.count), isSynced: \(querySnapshot.isSynced)")
            }
    }

    // Then, when you're finished observing, cancel the subscription
    func unsubscribeFromPosts() {
        postsSubscription?.cancel()
    }
}
