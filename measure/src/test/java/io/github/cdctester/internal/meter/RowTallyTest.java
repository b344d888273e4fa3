// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.binlog.rows.RowKind;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RowTallyTest {

    private static final int RUNS = 200;
    private static final int STEP_COUNT = 400;
    private static final int TABLE_COUNT = 150;

    private final RowTally tally = new RowTally(TABLE_COUNT);

    @Test
    void countsLikeMapOfMaps() {
        for (long seed = 0; seed < RUNS; seed++) {
            assertThat(differences(seed)).as("seed %d", seed).isEqualTo(Map.of());
        }
    }

    @Test
    void identifiesTableByNameNotByReference() {
        tally.add("shop.orders", RowKind.INSERT, 1);
        tally.settle();
        tally.add(new StringBuilder("shop.").append("orders").toString(), RowKind.INSERT, 2);
        tally.settle();
        assertThat(tally.rowsSinceWindow()).isEqualTo(Map.of("shop.orders", Map.of(RowKind.INSERT, 3L)));
    }

    @Test
    void separatesOpenRowsAtWindowStart() {
        tally.add("shop.orders", RowKind.INSERT, 1);
        tally.settle();
        tally.add("shop.orders", RowKind.INSERT, 10);
        tally.openWindow();
        assertThat(tally.rowsSinceWindow()).isEmpty();
        tally.settle();
        assertThat(tally.rowsSinceWindow()).isEqualTo(Map.of("shop.orders", Map.of(RowKind.INSERT, 10L)));
    }

    @Test
    void countsTablesBeyondLimitTogether() {
        RowTally bounded = new RowTally(2);
        for (int tableNumber = 0; tableNumber < 400_000; tableNumber++) {
            bounded.add("db.t" + tableNumber, RowKind.INSERT, 1);
            bounded.settle();
        }
        bounded.add("db.t0", RowKind.DELETE, 3);
        bounded.settle();
        assertThat(bounded.rowsSinceWindow())
                .isEqualTo(Map.of(
                        "db.t0",
                        Map.of(RowKind.INSERT, 1L, RowKind.DELETE, 3L),
                        "db.t1",
                        Map.of(RowKind.INSERT, 1L),
                        StreamMeter.OTHER_TABLES,
                        Map.of(RowKind.INSERT, 399_998L)));
    }

    /** Returns the tables with wrong counts. Some transactions are rolled back. */
    private static Map<String, String> differences(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        RowTally tally = new RowTally(TABLE_COUNT);
        Map<String, Map<RowKind, Long>> expected = new TreeMap<>();
        Map<String, Map<RowKind, Long>> inFlight = new HashMap<>();
        // a name often equals the previous name or is the same object, and sometimes has the cache index of another
        // name
        String[] names = new String[TABLE_COUNT];
        for (int i = 0; i < TABLE_COUNT; i++) {
            names[i] = "database.table" + i;
        }
        String name = names[0];
        int endsPerMille =
                seed % 2 == 0 ? 300 : 10; // in every second run, transactions have about a hundred row events
        for (int step = 0; step < STEP_COUNT; step++) {
            int action = random.nextInt(1_000);
            if (action < endsPerMille * 2 / 3) {
                tally.settle();
                inFlight.forEach((table, kinds) -> kinds.forEach((kind, rows) ->
                        expected.computeIfAbsent(table, key -> new TreeMap<>()).merge(kind, rows, Long::sum)));
                inFlight.clear();
            } else if (action < endsPerMille) {
                tally.discard();
                inFlight.clear();
            } else {
                if (random.nextBoolean()) {
                    name = names[random.nextInt(TABLE_COUNT)];
                }
                RowKind kind = RowKind.values()[random.nextInt(3)];
                long rows = random.nextInt(1, 5);
                tally.add(random.nextInt(7) == 0 ? new StringBuilder(name).toString() : name, kind, rows);
                inFlight.computeIfAbsent(name, key -> new TreeMap<>()).merge(kind, rows, Long::sum);
            }
        }
        Map<String, Map<RowKind, Long>> actual = tally.rowsSinceWindow();
        Map<String, String> differences = new TreeMap<>();
        expected.forEach((table, kinds) -> {
            if (!kinds.equals(actual.get(table))) {
                differences.put(table, actual.get(table) + " for " + kinds);
            }
        });
        actual.keySet().stream()
                .filter(table -> !expected.containsKey(table))
                .forEach(table -> differences.put(table, "an unexpected table"));
        return differences;
    }
}
