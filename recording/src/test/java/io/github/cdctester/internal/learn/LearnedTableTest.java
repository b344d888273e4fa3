// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Rate;
import io.github.cdctester.internal.binlog.rows.RowCells;
import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.binlog.rows.RowTable;
import io.github.cdctester.internal.binlog.rows.RowTableParser;
import io.github.cdctester.internal.bound.Budget;
import io.github.cdctester.internal.learn.LearnedTable.TableDefinition;
import io.github.cdctester.workload.script.Scripted;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LearnedTableTest {

    /** TABLE_MAP of shop.t with a 64-bit and a 32-bit number that are NOT NULL. */
    private static final byte[] DEFINITION = {4, 's', 'h', 'o', 'p', 0, 1, 't', 0, 2, 8, 3, 0, 0};

    private static final long LARGE_NUMBER = Long.MAX_VALUE - 5;
    private static final int ROWS = 1_000;

    private final RowTable logTable =
            Objects.requireNonNull(RowTableParser.parse(1, ByteBuffer.wrap(DEFINITION), 0, DEFINITION.length));
    private final LearnedColumn hash = LearnedColumn.of("h", "bigint", false, "", logTable, 0);
    private final LearnedColumn number = LearnedColumn.of("s", "int", false, "", logTable, 1);
    private final Budget budget = new Budget(1 << 20);

    private LearnedTable table(List<Integer> key) {
        TableDefinition definition = new TableDefinition("shop", "t", "", List.of(hash, number), key, List.of(), ROWS);
        LearnedTable table = new LearnedTable(definition, budget);
        table.addTable(definition);
        return table;
    }

    private void insert(LearnedTable table, long hashValue, int numberValue) {
        ByteBuffer row = ByteBuffer.allocate(13).order(ByteOrder.LITTLE_ENDIAN);
        row.put((byte) 0).putLong(hashValue).putInt(numberValue);
        RowCells cells = new RowCells();
        assertThat(cells.read(logTable, row, 0, row.capacity())).isEqualTo(row.capacity());
        table.addRow(RowKind.INSERT, cells, cells, 0, row);
    }

    @ParameterizedTest
    @CsvSource({
        "5, 5, 1",
        "-3, 4, 8",
        "0, 9223372036854775806, 9223372036854775807",
        "0, 9223372036854775807, 9223372036854775807",
        "-9223372036854775808, 9223372036854775807, 9223372036854775807",
        "-9000000000000000000, 9000000000000000000, 9223372036854775807"
    })
    void spanDoesNotOverflow(long low, long high, long span) {
        LearnedTable table = table(List.of(0));
        insert(table, high, 1);
        insert(table, low, 1);
        assertThat(hash.span()).isEqualTo(span);
    }

    private LearnedTable tableWithHashInKey() {
        LearnedTable table = table(List.of(0, 1));
        for (int i = 1; i <= ROWS; i++) {
            insert(table, i % 2 == 0 ? LARGE_NUMBER - i : i - LARGE_NUMBER, i);
        }
        return table;
    }

    @Test
    void numbersRowsByHashInKey() {
        LearnedTable table = tableWithHashInKey();
        assertThat(table.keyValue(0, "row")).isEqualTo(Map.of("digit", "row", "divide", (long) ROWS));
        assertThat(table.keyValue(1, "row")).isEqualTo(Map.of("digit", "row", "modulo", (long) ROWS));
    }

    /** {@code run} refuses a file with negative numbers. */
    @Test
    void keyWithHashIsAcceptedInWorkloadFile() {
        String file = workloadFile(1, 1);

        assertThat(Scripted.yaml("learned", file).rate()).as(file).contains(Rate.perSecond(1));
    }

    private String workloadFile(long coveredTransactions, long allTransactions) {
        LearnedTable table = tableWithHashInKey();
        List<LearnedTable.Operation> operations = new ArrayList<>();
        Objects.requireNonNull(table.operation(RowKind.INSERT, 0, operations))
                .rows()
                .add(1);
        Folding transaction = Folding.of("\0");
        Shape shape = new Shape(transaction, operations, budget);
        shape.add(transaction, new long[1], coveredTransactions);
        LearnedFacts facts =
                new LearnedFacts(1, 1, 1, "", 1, "poisson", 1, Optional.empty(), 4, 400, 1, 0, 0, 400, Map.of());
        return new LearnedWorkload(facts, Rate.perSecond(1), allTransactions, 0, List.of(shape)).text();
    }

    @ParameterizedTest
    @CsvSource({"1000000, 1000000, 1", "999999, 1000000, 0.999", "9996, 10000, 0.999", "57, 100, 0.57"})
    void coversAllOnlyIfNoTransactionIsMissing(long coveredTransactions, long allTransactions, String covered) {
        assertThat(workloadFile(coveredTransactions, allTransactions)).contains("covered: " + covered + ", ");
    }
}
