/// Which part of a query's records is wanted.
public struct QueryPaginationInput: Sendable, Hashable {
    /// How many records a page has unless it says otherwise.
    public static let defaultLimit: UInt = 100

    /// The page's number, from 0.
    public let page: UInt
    /// How many records a page has at most.
    public let limit: UInt

    /// Page `page`, from 0, of pages of `limit` records.
    public static func page(_ page: UInt, limit: UInt = defaultLimit) -> QueryPaginationInput {
        QueryPaginationInput(page: page, limit: limit)
    }

    /// The first 100 records.
    public static var firstPage: QueryPaginationInput { .page(0) }

    /// The first record.
    public static var firstResult: QueryPaginationInput { .page(0, limit: 1) }
}
