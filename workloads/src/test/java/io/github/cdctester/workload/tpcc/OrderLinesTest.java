// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class OrderLinesTest {

    private static final int ORDERS = 100_000;
    private static final int HOME_WAREHOUSE = 2;

    private final SplittableRandom random = new SplittableRandom(3);
    private final OrderLines lines = new OrderLines();

    @Test
    void hasFiveToFifteenDistinctItems() {
        Terminal terminal = terminal(3);
        int[] counts = new int[Scale.MAX_LINES + 1];
        for (int order = 0; order < ORDERS; order++) {
            lines.draw(terminal, HOME_WAREHOUSE);
            counts[lines.count]++;
            for (int line = 1; line < lines.validCount; line++) {
                long previousKey = lines.suppliers[line - 1] * 1_000_000L + lines.items[line - 1];
                assertThat(lines.suppliers[line] * 1_000_000L + lines.items[line])
                        .isGreaterThan(previousKey);
            }
            assertThat(Arrays.stream(lines.items, 0, lines.validCount)
                            .distinct()
                            .count())
                    .isEqualTo(lines.validCount);
            assertThat(Arrays.stream(lines.quantities, 0, lines.count))
                    .allMatch(quantity -> quantity >= 1 && quantity <= 10);
        }
        for (int count = 0; count < counts.length; count++) {
            assertThat(counts[count]).isBetween(count < 5 ? 0 : ORDERS / 11 - 600, count < 5 ? 0 : ORDERS / 11 + 600);
        }
    }

    @Test
    void onePercentOfOrdersHaveInvalidItem() {
        Terminal terminal = terminal(1);
        int ordersWithInvalidItem = 0;
        for (int order = 0; order < ORDERS; order++) {
            lines.draw(terminal, 1);
            if (lines.validCount < lines.count) {
                ordersWithInvalidItem++;
                assertThat(lines.validCount).isEqualTo(lines.count - 1);
                assertThat(lines.items[lines.validCount]).isGreaterThan(Scale.ITEMS);
            }
        }
        assertThat(ordersWithInvalidItem).isBetween(850, 1_150);
    }

    @Test
    void onePercentOfLinesAreRemote() {
        Terminal terminal = terminal(3);
        int lineCount = 0;
        int remoteCount = 0;
        for (int order = 0; order < ORDERS; order++) {
            lines.draw(terminal, HOME_WAREHOUSE);
            long remoteLineCount = Arrays.stream(lines.suppliers, 0, lines.validCount)
                    .filter(supplier -> supplier != HOME_WAREHOUSE)
                    .count();
            assertThat(lines.allLocal).isEqualTo(remoteLineCount == 0);
            lineCount += lines.validCount;
            remoteCount += (int) remoteLineCount;
        }
        assertThat((double) remoteCount / lineCount).isBetween(0.0095, 0.0105);

        Terminal singleWarehouse = terminal(1);
        for (int order = 0; order < 1_000; order++) {
            lines.draw(singleWarehouse, 1);
            assertThat(lines.allLocal).isTrue();
        }
    }

    @Test
    void reducesAndRefillsStock() {
        assertThat(OrderLines.stockAfter(20, 10)).isEqualTo(10);
        assertThat(OrderLines.stockAfter(19, 10)).isEqualTo(100);
        assertThat(OrderLines.stockAfter(10, 1)).isEqualTo(100);
        assertThat(OrderLines.stockAfter(100, 10)).isEqualTo(90);
    }

    @Test
    void findsLineOfNextSupplier() {
        lines.validCount = 5;
        System.arraycopy(new int[] {1, 1, 2, 3, 3}, 0, lines.suppliers, 0, 5);
        assertThat(lines.nextSupplierLine(0)).isEqualTo(2);
        assertThat(lines.nextSupplierLine(2)).isEqualTo(3);
        assertThat(lines.nextSupplierLine(3)).isEqualTo(5);
    }

    private Terminal terminal(int warehouses) {
        return new Terminal(Tpcc.warehouses(warehouses), 0, random, NonUniform.Constants.forRun(random));
    }
}
