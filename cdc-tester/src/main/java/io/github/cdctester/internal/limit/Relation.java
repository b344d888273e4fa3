// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.limit;

/** How two values are compared. */
enum Relation {
    LESS("<"),
    AT_MOST("<="),
    GREATER(">"),
    AT_LEAST(">="),
    EQUAL("="),
    DIFFERENT("!=");

    private final String sign;

    Relation(String sign) {
        this.sign = sign;
    }

    static Relation of(String sign) {
        for (Relation relation : values()) {
            if (relation.sign.equals(sign) || relation == EQUAL && sign.equals("==")) {
                return relation;
            }
        }
        throw new IllegalArgumentException("'" + sign + "' is none of <, <=, >, >=, =, !=");
    }

    /** What is true where this one is not. */
    Relation opposite() {
        return switch (this) {
            case LESS -> AT_LEAST;
            case AT_MOST -> GREATER;
            case GREATER -> AT_MOST;
            case AT_LEAST -> LESS;
            case EQUAL -> DIFFERENT;
            case DIFFERENT -> EQUAL;
        };
    }

    /** Whether it asks for more than something. */
    boolean asksForMore() {
        return this == GREATER || this == AT_LEAST;
    }

    boolean asksForEquality() {
        return this == EQUAL || this == DIFFERENT;
    }

    boolean holds(double left, double right) {
        return switch (this) {
            case LESS -> left < right;
            case AT_MOST -> left <= right;
            case GREATER -> left > right;
            case AT_LEAST -> left >= right;
            case EQUAL -> left == right;
            case DIFFERENT -> left != right;
        };
    }
}
