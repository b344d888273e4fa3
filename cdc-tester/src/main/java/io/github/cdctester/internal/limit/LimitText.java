// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.limit;

/**
 * A limit taken apart: {@code NAME RELATION OPERAND}, with blanks anywhere between. A name is anything without blanks and
 * signs; an operand is a number with a unit, or a word.
 */
record LimitText(String name, Relation relation, String operand) {

    private static final String SIGNS = "<>=!";

    /**
     * Reads a limit from left to right.
     *
     * @throws IllegalArgumentException with what is missing, if it has another form
     */
    static LimitText read(String expression) {
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
            throw new IllegalArgumentException("there is more than one comparison in it: give each for itself");
        }
        return new LimitText(name, Relation.of(text.substring(signStart, signEnd)), operand);
    }

    private static int end(String text, int from, boolean ofSigns) {
        int end = from;
        while (end < text.length() && SIGNS.indexOf(text.charAt(end)) >= 0 == ofSigns) {
            end++;
        }
        return end;
    }
}
