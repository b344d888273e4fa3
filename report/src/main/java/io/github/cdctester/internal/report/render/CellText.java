// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.render;

import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Quantity;
import io.github.cdctester.internal.text.PlainText;
import java.math.BigDecimal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats cells for readers, with the units and digits of their columns. */
public final class CellText {

    private static final String UNKNOWN = "-";
    private static final int SIGNIFICANT_DIGITS = 4;
    private static final int MAX_DECIMALS = 6;

    private CellText() {}

    /** Returns a dash for an unknown number, an empty text for an unknown text. */
    public static String of(Cell cell, Column column) {
        Object value = cell.value();
        if (value == null) {
            return column.isNumber() ? UNKNOWN : "";
        }
        if (value instanceof Quantity quantity) {
            String number = number(quantity.value() / quantity.unit().size(), quantity.digits());
            return (number + " " + quantity.unit().symbol()).stripTrailing();
        }
        return value instanceof Number number ? number(number, column) : PlainText.line(value.toString());
    }

    /** Returns the minimum and maximum if the cell has a spread, otherwise its field {@code below}. */
    public static @Nullable String below(Cell cell, Column column) {
        return cell.hasSpread() ? number(cell.min(), column) + " to " + number(cell.max(), column) : cell.below();
    }

    public static String number(@Nullable Number value, Column column) {
        if (value == null) {
            return UNKNOWN;
        }
        boolean isInteger = value instanceof Long || value instanceof Integer;
        return isInteger && column.unit().size() == 1
                ? PlainText.withThousandsSeparators(value.longValue())
                : number(value.doubleValue() / column.unit().size(), column.digits());
    }

    /** Uses thousands separators. {@code digits} is the number of decimals, or {@link Column#SIGNIFICANT}. */
    public static String number(double value, int digits) {
        if (!Double.isFinite(value)) {
            return UNKNOWN;
        }
        return String.format(
                Locale.ROOT, "%,." + (digits == Column.SIGNIFICANT ? decimals(value) : digits) + "f", value);
    }

    private static int decimals(double value) {
        if (value == Math.rint(value)) {
            return 0;
        }
        int integerDigits = (int) Math.floor(Math.log10(Math.abs(value))) + 1;
        return Math.max(0, Math.min(MAX_DECIMALS, SIGNIFICANT_DIGITS - integerDigits));
    }

    static String exact(@Nullable Object value) {
        if (value instanceof Quantity quantity) {
            return exact(quantity.value());
        }
        if (value instanceof Double number) {
            return !Double.isFinite(number)
                    ? ""
                    : number == Math.rint(number) && Math.abs(number) < 1e15
                            ? BigDecimal.valueOf(number.longValue()).toPlainString()
                            : number.toString();
        }
        return value == null ? "" : value.toString();
    }
}
