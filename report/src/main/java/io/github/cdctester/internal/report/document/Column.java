// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

/**
 * A column of a table.
 *
 * @param id its name in CSV, by which it is found; empty for a column that CSV leaves out
 * @param digits after the decimal point, or {@link #SIGNIFICANT}
 * @param group columns of one group stay together if the terminal is narrow
 * @param detail {@link Detail#PAGE} if only the page and CSV have it
 */
public record Column(String id, String head, Unit unit, Kind kind, int digits, int group, Detail detail) {

    /** Number of digits that can be distinguished: about four. */
    public static final int SIGNIFICANT = -1;

    public enum Kind {
        /** Numbers, set to the right. */
        NUMBER,
        TEXT
    }

    public static Column text(String id, String head) {
        return new Column(id, head, Unit.NONE, Kind.TEXT, 0, 0, Detail.ESSENTIAL);
    }

    public static Column number(String id, String head, Unit unit, int digits) {
        return new Column(id, head, unit, Kind.NUMBER, digits, 0, Detail.ESSENTIAL);
    }

    public static Column millis(String id, String head) {
        return number(id, head, Unit.MILLIS, 3);
    }

    /** A number with as many digits as can be distinguished. */
    public static Column amount(String id, String head) {
        return number(id, head, Unit.NONE, SIGNIFICANT);
    }

    public static Column count(String id, String head) {
        return number(id, head, Unit.NONE, 0);
    }

    public Column in(int otherGroup) {
        return new Column(id, head, unit, kind, digits, otherGroup, detail);
    }

    /** The same column, which only the page and CSV have. */
    public Column onPage() {
        return new Column(id, head, unit, kind, digits, group, Detail.PAGE);
    }

    /** The head with its unit. */
    public String title() {
        return unit.symbol().isEmpty() ? head : (head + " " + unit.symbol()).strip();
    }

    public boolean isNumber() {
        return kind == Kind.NUMBER;
    }
}
