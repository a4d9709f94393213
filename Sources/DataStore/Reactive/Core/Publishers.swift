/// The namespace of the types that serve as publishers.
public enum Publishers {}
