// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.workload.Workload.Balance;
import io.github.cdctester.workload.Workload.Balance.Term;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The till is in cents, receipts are in tenths of cents, and each order states its number of lines. */
class BalanceCheckTest {

    private static final ColumnFormat INT = new ColumnFormat(ColumnFormat.ValueType.WHOLE, 4, 0, 0, false);
    private static final ColumnFormat CENTS = decimal(12, 2);
    private static final ColumnFormat TENTHS_OF_CENTS = decimal(9, 3);

    private final TableImage tills =
            table("tills", new TableShape.Column("shop", INT, true), new TableShape.Column("sum", CENTS, true));
    private final TableImage receipts = table(
            "receipts",
            new TableShape.Column("amount", TENTHS_OF_CENTS, true),
            new TableShape.Column("of_shop", INT, true));
    private final TableImage orders = table(
            "orders",
            new TableShape.Column("shop", INT, true),
            new TableShape.Column("day", INT, true),
            new TableShape.Column("line_count", INT, true));
    private final TableImage lines =
            table("lines", new TableShape.Column("day", INT, true), new TableShape.Column("shop", INT, true));

    private final BalanceCheck check = new BalanceCheck(
            List.of(
                    new Balance(
                            "1",
                            "sum = sum(amount)",
                            List.of(
                                    new Term("tills", List.of("shop"), "sum", 1),
                                    new Term("receipts", List.of("of_shop"), "amount", -1))),
                    new Balance(
                            "2",
                            "sum(line_count) = count(lines)",
                            List.of(
                                    new Term("orders", List.of("shop", "day"), "line_count", 1),
                                    new Term("lines", List.of("shop", "day"), null, -1)))),
            Map.of("tills", tills, "receipts", receipts, "orders", orders, "lines", lines));

    @Test
    void addsUpDecimalsOfDifferentScale() {
        RowChange till = update(tills, row(1, "10.00"), row(1, "7.50"));
        assertThat(check.describeBroken(List.of(till, insert(receipts, receipt("-2.500", 1)))))
                .isNull();
        assertThat(check.describeBroken(List.of(till, insert(receipts, receipt("-2.501", 1)))))
                .isEqualTo("sum = sum(amount): off by 0.001 where shop is 1");
        assertThat(check.describeBroken(List.of(till, insert(receipts, receipt("-2.500", 2)))))
                .startsWith("sum = sum(amount): off by ");
        assertThat(check.describeBroken(List.of(delete(receipts, receipt("-2.500", 1)), till)))
                .isEqualTo("sum = sum(amount): off by -5.000 where shop is 1");
    }

    @Test
    void countsRows() {
        RowChange order = insert(orders, ints(1, 5, 2));
        RowChange line = insert(lines, ints(5, 1));
        assertThat(check.describeBroken(List.of(order, line, line))).isNull();
        assertThat(check.describeBroken(List.of(order, line)))
                .isEqualTo("sum(line_count) = count(lines): off by 1 where shop is 1 and day is 5");
        assertThat(check.describeBroken(List.of(update(lines, ints(5, 1), ints(5, 1)))))
                .isNull();
    }

    private static TableImage table(String name, TableShape.Column... columns) {
        return new TableImage(new TableShape("s." + name, List.of(columns), new int[0], 0), new MemoryBudget(1 << 20));
    }

    private static ColumnFormat decimal(int precision, int scale) {
        return new ColumnFormat(
                ColumnFormat.ValueType.DECIMAL, LogDecimal.bytes(precision, scale), precision, scale, false);
    }

    private static RowChange insert(TableImage table, byte[] row) {
        return new RowChange(table, row, null, row);
    }

    private static RowChange delete(TableImage table, byte[] row) {
        return new RowChange(table, row, row, null);
    }

    private static RowChange update(TableImage table, byte[] before, byte[] after) {
        return new RowChange(table, before, before, after);
    }

    private static byte[] row(int shop, String sum) {
        RowBytes bytes = new RowBytes();
        bytes.add(0);
        bytes.addLittleEndian(shop, 4);
        LogDecimal.add(new BigDecimal(sum), 12, 2, bytes);
        return bytes.toArray();
    }

    private static byte[] receipt(String amount, int shop) {
        RowBytes bytes = new RowBytes();
        bytes.add(0);
        LogDecimal.add(new BigDecimal(amount), 9, 3, bytes);
        bytes.addLittleEndian(shop, 4);
        return bytes.toArray();
    }

    private static byte[] ints(int... values) {
        RowBytes bytes = new RowBytes();
        bytes.add(0);
        for (int value : values) {
            bytes.addLittleEndian(value, 4);
        }
        return bytes.toArray();
    }
}
