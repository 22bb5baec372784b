"""An estimate of the time that the compiler needs to check the types of a predicate."""
import re

OPERAND = re.compile(r'"(?:[^"\\]|\\.)*"|(?<![.\w$])(?:[A-Za-z_]\w*|\$0|\d[\d.e_-]*)(?![\w:])')
WORDS = {"if", "else", "let", "in", "is", "as"}

# What a part adds to the logarithm of the time. The factors were fitted to the times of 2,100 predicates.
PARTS = {
    re.compile(pattern): factor
    for pattern, factor in {
        r" [=!]= ": 0.3, r" [<>]=? ": 0.26, r" [-+*%] ": 0.25, r" / ": 0.4, r"&&|\|\|": 0.43, r"\?\?": 0.2,
        r" \? |else": 1.0, r"\w\[": 0.65, r"flatMap|\?\.|if let": 0.45, r"\) [=!]= |[=!]= !?\(": 0.2, r"\.contains\(": 0.13,
    }.items()
}
# The largest estimate of a predicate: of some two seconds, with its closure.
LARGEST = 2.0


def effort(text):
    """Returns the estimate. The overloads of `contains` multiply with the operands, and `&&` with the literals."""
    operands = [operand for operand in OPERAND.findall(text) if operand not in WORDS]
    literals = sum(operand[0] in '"0123456789' or operand in ("nil", "true", "false") for operand in operands)
    joints, searches = len(re.findall(r"&&|\|\|", text)), text.count(".contains(")
    parts = sum(factor * len(pattern.findall(text)) for pattern, factor in PARTS.items())
    return (parts + 0.065 * literals + 0.2 * joints * literals + 0.145 * searches * len(operands) + 0.008 * len(operands)**2
            - 1.3)


def is_light(term):
    """Whether the compiler can be expected to check a term in about two seconds."""
    return effort(term.text.replace("\x1f", " ")) <= LARGEST
