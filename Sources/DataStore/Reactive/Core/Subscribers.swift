/// The namespace of the types that serve as subscribers, and of what they say and hear.
public enum Subscribers {}
