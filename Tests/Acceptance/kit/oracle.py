"""A second opinion: predicates, order and windows, worked out in Python over plain records."""
import json


class Predicate:
    """A predicate in both spellings with its meaning. `text` and `object` go to the server; `holds(record)` is our own answer."""

    def __init__(self, text, object_, holds):
        self.text, self.object, self.holds = text, object_, holds

    def __repr__(self):
        return self.text


def order_key(value):
    """Values as the protocol orders them: text by its UTF-8 bytes, numbers by value, false before true."""
    return value.encode("utf-8") if isinstance(value, str) else value


def literal(value, rng=None):
    """A literal of the Swift spelling, sometimes in single quotes."""
    text = json.dumps(value, ensure_ascii=rng is not None and rng.random() < 0.2)
    if rng and isinstance(value, str) and rng.random() < 0.3:
        return "'" + text[1:-1].replace('\\"', '"').replace("'", "\\'") + "'"
    return text


COMPARISONS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}


def compare(field, method, values, rng=None):
    """A comparison. Any but those with null is false for a null field; ne, notIn, notContains are exact negations."""
    v = values[0] if values else None

    def positive(record):
        have = record.get(field)
        if have is None:
            return False
        if method in ("eq", "ne"):
            return have == v
        if method in ("lt", "le", "gt", "ge"):
            a, b = order_key(have), order_key(v)
            return {"lt": a < b, "le": a <= b, "gt": a > b, "ge": a >= b}[method]
        if method == "between":
            return order_key(values[0]) <= order_key(have) <= order_key(values[1])
        if method in ("in", "notIn"):
            return have in values
        if method in ("contains", "notContains"):
            return v in have
        return have.startswith(v)
    if method == "attributeExists":
        wants = v
        return Predicate(f"{field}.attributeExists({'true' if wants else 'false'})", {field: {method: wants}}, lambda r: (r.get(field) is not None) == wants)
    if v is None and method in ("eq", "ne"):
        return Predicate(f"{field} {COMPARISONS[method]} null", {field: {method: None}}, lambda r: (r.get(field) is None) == (method == "eq"))
    holds = (lambda r: not positive(r)) if method in ("ne", "notIn", "notContains") else positive
    if method in COMPARISONS and (rng is None or rng.random() < 0.7):
        text = f"{field} {COMPARISONS[method]} {literal(v, rng)}"
    else:
        text = f"{field}.{method}({', '.join(literal(x, rng) for x in values)})"
    return Predicate(text, {field: {method: values if method in ("between", "in", "notIn") else v}}, holds)


def conjunction(word, parts, rng=None):
    sign = {"and": "&&", "or": "||"}[word] if rng is None or rng.random() < 0.5 else word
    every = all if word == "and" else any
    text = f" {sign} ".join(f"({p.text})" for p in parts)
    return Predicate(text, {word: [p.object for p in parts]}, lambda r: every(p.holds(r) for p in parts))


def negation(part, rng=None):
    sign = "!" if rng is None or rng.random() < 0.5 else "not "
    return Predicate(f"{sign}({part.text})", {"not": part.object}, lambda r: not part.holds(r))


TEXT = ["eq", "ne", "lt", "le", "gt", "ge", "between", "in", "notIn", "contains", "notContains", "beginsWith", "null", "attributeExists"]
ORDERED = ["eq", "ne", "lt", "le", "gt", "ge", "between", "in", "notIn", "null", "attributeExists"]
NAMED = ["eq", "ne", "in", "notIn", "null", "attributeExists"]


def random_predicate(rng, fields, depth=2):
    """`fields`: name → (methods, values to choose from)."""
    if depth and rng.random() < 0.55:
        word = rng.choice(["and", "or", "not"])
        if word == "not":
            return negation(random_predicate(rng, fields, depth - 1), rng)
        return conjunction(word, [random_predicate(rng, fields, depth - 1) for _ in range(rng.choice([2, 2, 3]))], rng)
    field = rng.choice(list(fields))
    methods, values = fields[field]
    method = rng.choice(methods)
    if method == "null":
        return compare(field, rng.choice(["eq", "ne"]), [None], rng)
    if method == "attributeExists":
        return compare(field, method, [rng.random() < 0.5], rng)
    count = {"between": 2, "in": rng.choice([0, 1, 3]), "notIn": rng.choice([0, 1, 3])}.get(method, 1)
    return compare(field, method, [rng.choice(values) for _ in range(count)], rng)


def arranged(records, sort="", limit=None, key=("id",)):
    """Records in the order of `sort`: nulls first ascending and last descending, the key ascending last; then the first `limit`."""
    out = sorted(records, key=lambda r: tuple(order_key(r[k]) for k in key))
    for part in reversed([p for p in sort.split(",") if p]):
        name, down = part.removeprefix("-"), part.startswith("-")
        there = sorted((r for r in out if r.get(name) is not None), key=lambda r: order_key(r[name]), reverse=down)
        gone = [r for r in out if r.get(name) is None]
        out = there + gone if down else gone + there
    return out[:limit] if limit is not None else out
