// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

/**
 * @param id name of the column in CSV; empty if CSV omits the column
 * @param digits digits after the decimal point, or {@link #SIGNIFICANT}
 * @param group number of a group of columns, which stay together on a narrow terminal
 * @param detail {@link Detail#PAGE} if only pages and CSV show the column
 */
public record Column(String id, String heading, Unit unit, ValueType kind, int digits, int group, Detail detail) {

    /** Shows about four significant digits. */
    public static final int SIGNIFICANT = -1;

    public enum ValueType {
        /** Aligned to the right. */
        NUMBER,
        TEXT
    }

    public static Column text(String id, String heading) {
        return new Column(id, heading, Unit.NONE, ValueType.TEXT, 0, 0, Detail.ESSENTIAL);
    }

    public static Column number(String id, String heading, Unit unit, int digits) {
        return new Column(id, heading, unit, ValueType.NUMBER, digits, 0, Detail.ESSENTIAL);
    }

    public static Column millis(String id, String heading) {
        return number(id, heading, Unit.MILLIS, 3);
    }

    public static Column seconds(String id, String heading, int digits) {
        return number(id, heading, Unit.SECONDS, digits);
    }

    public static Column decimal(String id, String heading, int digits) {
        return number(id, heading, Unit.NONE, digits);
    }

    public static Column amount(String id, String heading) {
        return decimal(id, heading, SIGNIFICANT);
    }

    public static Column count(String id, String heading) {
        return decimal(id, heading, 0);
    }

    public Column inGroup(int newGroup) {
        return new Column(id, heading, unit, kind, digits, newGroup, detail);
    }

    /** Only pages and CSV show the column. */
    public Column onPage() {
        return new Column(id, heading, unit, kind, digits, group, Detail.PAGE);
    }

    public String title() {
        return unit.symbol().isEmpty() ? heading : (heading + " " + unit.symbol()).strip();
    }

    public boolean isNumber() {
        return kind == ValueType.NUMBER;
    }
}
