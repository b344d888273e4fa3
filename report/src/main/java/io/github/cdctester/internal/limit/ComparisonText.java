// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.limit;

/**
 * A limit of the form {@code NAME RELATION OPERAND}. A name contains neither blanks nor comparison signs. The operand is a
 * number with a unit, or a word.
 */
record ComparisonText(String name, Relation relation, String operand) {

    private static final String SIGNS = "<>=!";

    enum Relation {
        LESS("<", true, false, false),
        AT_MOST("<=", true, true, false),
        GREATER(">", false, false, true),
        AT_LEAST(">=", false, true, true),
        EQUAL("=", false, true, false),
        DIFFERENT("!=", true, false, true);

        private final String sign;
        private final boolean holdsIfBelow;

        private final boolean holdsIfEqual;
        private final boolean holdsIfAbove;

        Relation(String sign, boolean holdsIfBelow, boolean holdsIfEqual, boolean holdsIfAbove) {
            this.sign = sign;
            this.holdsIfBelow = holdsIfBelow;
            this.holdsIfEqual = holdsIfEqual;
            this.holdsIfAbove = holdsIfAbove;
        }

        private static Relation of(String sign) {
            for (Relation relation : values()) {
                if (relation.sign.equals(sign) || relation == EQUAL && sign.equals("==")) {
                    return relation;
                }
            }
            throw new IllegalArgumentException("'" + sign + "' is none of <, <=, >, >=, =, !=");
        }

        Relation opposite() {
            for (Relation other : values()) {
                if (other.holdsIfBelow != holdsIfBelow
                        && other.holdsIfEqual != holdsIfEqual
                        && other.holdsIfAbove != holdsIfAbove) {
                    return other;
                }
            }
            throw new IllegalStateException(sign);
        }

        boolean isGreater() {
            return holdsIfAbove && !holdsIfBelow;
        }

        boolean isEquality() {
            return holdsIfAbove == holdsIfBelow;
        }

        boolean holds(double left, double right) {
            return left < right ? holdsIfBelow : left > right ? holdsIfAbove : holdsIfEqual;
        }
    }

    /** @throws IllegalArgumentException if the form is wrong; the message contains the reason */
    static ComparisonText read(String expression) {
        String text = expression.strip();
        int signStart = sequenceEnd(text, 0, false);
        String name = text.substring(0, signStart).strip();
        int signEnd = sequenceEnd(text, signStart, true);
        String operand = text.substring(signEnd).strip();
        if (name.isEmpty() || signStart == signEnd || operand.isEmpty()) {
            throw new IllegalArgumentException("there is no "
                    + (name.isEmpty()
                            ? "name"
                            : signStart == signEnd ? "<, <=, >, >=, = or !=" : "value on the right"));
        }
        if (sequenceEnd(operand, 0, false) < operand.length() || name.chars().anyMatch(Character::isWhitespace)) {
            throw new IllegalArgumentException("more than one comparison: give each one separately");
        }
        return new ComparisonText(name, Relation.of(text.substring(signStart, signEnd)), operand);
    }

    /** The sequence consists of comparison signs, or of any other characters if {@code containsSigns} is false. */
    private static int sequenceEnd(String text, int from, boolean containsSigns) {
        int end = from;
        while (end < text.length() && SIGNS.indexOf(text.charAt(end)) >= 0 == containsSigns) {
            end++;
        }
        return end;
    }
}
