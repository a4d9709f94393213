// Where Combine exists, it is what this module offers; the folders beside this file are then not compiled
// (Package.swift leaves them out). Everywhere else they are the same names with the same contracts.
#if canImport(Combine)
    @_exported public import Combine
#endif
