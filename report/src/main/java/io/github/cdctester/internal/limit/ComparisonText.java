// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.limit;

/**
 * A limit split into its parts: {@code NAME RELATION OPERAND}, with optional blanks between them. A name contains neither blanks nor
 * comparison signs. The operand is a number with a unit, or a word.
 */
record ComparisonText(String name, Relation relation, String operand) {

    private static final String SIGNS = "<>=!";

    /** The relation of two values, such as less or equal. */
    enum Relation {
        LESS("<", true, false, false),
        AT_MOST("<=", true, true, false),
        GREATER(">", false, false, true),
        AT_LEAST(">=", false, true, true),
        EQUAL("=", false, true, false),
        DIFFERENT("!=", true, false, true);

        private final String sign;
        /** True if the relation holds for a left value below the right value; {@code same} and {@code above} likewise. */
        private final boolean below;

        private final boolean same;
        private final boolean above;

        Relation(String sign, boolean below, boolean same, boolean above) {
            this.sign = sign;
            this.below = below;
            this.same = same;
            this.above = above;
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
                if (other.below != below && other.same != same && other.above != above) {
                    return other;
                }
            }
            throw new IllegalStateException(sign);
        }

        boolean isGreater() {
            return above && !below;
        }

        boolean isEquality() {
            return above == below;
        }

        boolean holds(double left, double right) {
            return left < right ? below : left > right ? above : same;
        }
    }

    /**
     * Parses a limit.
     *
     * @throws IllegalArgumentException if the form is wrong; the message names the missing part
     */
    static ComparisonText read(String expression) {
        String text = expression.strip();
        int signStart = end(text, 0, false);
        String name = text.substring(0, signStart).strip();
        int signEnd = end(text, signStart, true);
        String operand = text.substring(signEnd).strip();
        if (name.isEmpty() || signStart == signEnd || operand.isEmpty()) {
            throw new IllegalArgumentException("there is no "
                    + (name.isEmpty()
                            ? "name"
                            : signStart == signEnd ? "<, <=, >, >=, = or !=" : "value on the right"));
        }
        if (end(operand, 0, false) < operand.length() || name.chars().anyMatch(Character::isWhitespace)) {
            throw new IllegalArgumentException("more than one comparison: give each one separately");
        }
        return new ComparisonText(name, Relation.of(text.substring(signStart, signEnd)), operand);
    }

    /** Returns the end of the comparison signs, or of the other characters, that start at {@code from}. */
    private static int end(String text, int from, boolean ofSigns) {
        int end = from;
        while (end < text.length() && SIGNS.indexOf(text.charAt(end)) >= 0 == ofSigns) {
            end++;
        }
        return end;
    }
}
