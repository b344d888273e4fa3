// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import io.github.cdctester.internal.binlog.rows.RowTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The tables that rows were seen of. Tables that are alike but for a number at the end of their names are learned as one. */
final class LearnedTables {

    /** Of its own, which no workload writes to. */
    static final String HEARTBEATS = "cdc_tester_heartbeat_";

    private static final int MOST_IDS = 20_000;
    private static final long SLOTS = 1_000_000;

    private final Function<RowTable, LearnedTable> lookup;
    private final AtomicLong budget = new AtomicLong(SLOTS);
    private final Map<RowTable, TableFacts> byId = new IdentityHashMap<>();
    private final Map<String, TableFacts> byName = new HashMap<>();
    private final Map<String, List<TableFacts>> byStem = new HashMap<>();
    private final List<TableFacts> all = new ArrayList<>();
    private @Nullable RowTable last;
    private @Nullable TableFacts lastFacts;

    LearnedTables(Function<RowTable, LearnedTable> lookup) {
        this.lookup = lookup;
    }

    /** What is known of a table; {@code null} for one that is not learned. */
    @Nullable
    TableFacts of(RowTable table) {
        if (table == last) {
            return lastFacts;
        }
        TableFacts facts = byId.get(table);
        if (facts == null && !LearnedTable.nameIn(table).startsWith(HEARTBEATS)) {
            facts = byName.get(table.name());
            if (facts == null || facts.table().columns().size() != table.columnCount()) {
                facts = kindOf(lookup.apply(table));
                byName.put(table.name(), facts);
            }
            if (byId.size() >= MOST_IDS) {
                byId.clear();
            }
            byId.put(table, facts);
        }
        last = table;
        lastFacts = facts;
        return facts;
    }

    private TableFacts kindOf(LearnedTable table) {
        List<TableFacts> alike = byStem.computeIfAbsent(stem(table.name()), stem -> new ArrayList<>());
        for (TableFacts facts : alike) {
            if (facts.table().isLike(table) && !stem(table.name()).equals(table.name())) {
                facts.also(table);
                return facts;
            }
        }
        TableFacts made = new TableFacts(table, budget);
        alike.add(made);
        all.add(made);
        return made;
    }

    /** A name without the number at its end. */
    static String stem(String name) {
        return name.replaceFirst("\\d+$", "");
    }

    List<TableFacts> all() {
        return all;
    }
}
