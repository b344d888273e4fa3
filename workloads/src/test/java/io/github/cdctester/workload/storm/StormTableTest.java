// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.internal.workload.ServerVariables;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.workload.storm.StormFamily.Storm;
import io.github.cdctester.workload.storm.StormStep.Sql;
import io.github.cdctester.workload.storm.StormStep.Unit;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Tests that the seed determines the statements, and that each step is valid after the previous steps. */
class StormTableTest {

    @Test
    void sameSeedGivesSameStatements() throws InterruptedException {
        assertThat(sentStatements(7, 400, false))
                .isEqualTo(sentStatements(7, 400, false))
                .isNotEqualTo(sentStatements(8, 400, false));
    }

    @Test
    void createsEachKindOfStep() throws InterruptedException {
        Set<String> kinds = new TreeSet<>();
        StormTables stormTables = stormTables(3, false);
        for (int i = 0; i < 1_500; i++) {
            kinds.add(step(stormTables).kind().name());
        }
        assertThat(kinds).containsExactlyInAnyOrderElementsOf(StormKind.names());
    }

    @Test
    void stampsUpdatedRows() throws InterruptedException {
        assertThat(sentStatements(1, 300, true))
                .filteredOn(sql -> sql.startsWith("UPDATE"))
                .isNotEmpty()
                .allMatch(sql -> sql.contains("cdc_seq = {seq}"));
    }

    @Test
    void changesOnlyAddedColumns() throws InterruptedException {
        List<String> columns = new ArrayList<>();
        StormTable table = stormTables(5, false).nextTurn().table();
        for (int i = 0; i < 2_000; i++) {
            StormStep step = table.next();
            for (Unit unit : step.units()) {
                for (Sql sql : unit.statements()) {
                    applyColumnChange(sql.text(), columns);
                }
            }
        }
        assertThat(columns).hasSizeLessThanOrEqualTo(8);
    }

    private static void applyColumnChange(String sql, List<String> columns) {
        String[] words = sql.split(" ");
        if (sql.contains(" ADD COLUMN ")) {
            assertThat(columns).doesNotContain(words[5]);
            columns.add(words[5]);
        } else if (sql.contains(" DROP COLUMN ")
                || sql.contains(" RENAME COLUMN ")
                || sql.contains(" MODIFY COLUMN ")) {
            assertThat(columns).as(sql).contains(words[5]);
            if (sql.contains(" DROP COLUMN ")) {
                columns.remove(words[5]);
            } else if (sql.contains(" RENAME COLUMN ")) {
                columns.set(columns.indexOf(words[5]), words[7]);
            }
        }
    }

    @Test
    void recreatesTableOfUnknownState() throws InterruptedException {
        StormTables stormTables = stormTables(2, false, 0, 10); // for a single table
        StormTable table = stormTables.nextTurn().table();
        StormObjects existingObjects = new StormObjects(List.of("storm_000001_r"), List.of("storm_000001_v"));
        StormStep rebuildStep = table.rebuildStep(existingObjects);
        assertThat(rebuildStep.units())
                .extracting(unit -> unit.statements().get(0).text())
                .containsExactly(
                        "DROP VIEW IF EXISTS storm_000001_v",
                        "DROP TABLE IF EXISTS storm_000001_r",
                        StormTable.create("storm_000000", new RowStamp(false)));
        stormTables.onRebuilt(table);
        stormTables.release(table);
        assertThat(stormTables.nextTurn().table()).isNotSameAs(table);
    }

    @Test
    void dividesTablesAmongProcesses() throws InterruptedException {
        Set<String> names = new TreeSet<>();
        for (int process = 0; process < 3; process++) {
            StormTables stormTables = stormTables(1, false, process, 3);
            for (int i = 0; i < 200; i++) {
                StormTable table = stormTables.nextTurn().table();
                assertThat(table.number % 3).isEqualTo(process);
                names.add(table.baseName());
                stormTables.release(table);
            }
        }
        assertThat(names).hasSize(10);
    }

    @Test
    void rejectsProcessWithoutTable() throws InterruptedException {
        assertThat(stormTables(1, false, 9, 26).nextTurn().table().number).isEqualTo(9);
        assertThatThrownBy(() -> stormTables(1, false, 10, 26))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("tables: 10, must be at least 11 with storm, one for each worker node");
    }

    @Test
    void sendsOnlyGivenSteps() {
        Storm spec = new Storm(10, List.of("all"), 0, 1 << 20, 7, false, Storm.parseSteps("3,7-9"), Optional.empty());
        assertThat(LongStream.rangeClosed(1, 12).filter(spec::sends)).containsExactly(3L, 7L, 8L, 9L);
        assertThat(spec.transactions()).isEqualTo(4);
        assertThatThrownBy(() -> Storm.parseSteps("7-x"))
                .hasMessageContaining("stormOnly: 7-x, must be numbers of steps, such as 3,7-12");
    }

    @Test
    void rejectsValuesOutOfRange() {
        assertThatThrownBy(() -> spec(9, 1, false, "all"))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("tables: 9, must be a whole number from 10 to 100000");
        assertThatThrownBy(() -> spec(10, 1, false, "add-colum"))
                .hasMessageContaining("stormKinds: add-colum, must be")
                .hasMessageContaining("did you mean add-column?");
        assertThatThrownBy(() -> spec(10, 0, false, "all")).hasMessageContaining("1 byte to 1 GiB");
    }

    private static List<String> sentStatements(long seed, int steps, boolean stamped) throws InterruptedException {
        StormTables stormTables = stormTables(seed, stamped);
        List<String> sentTexts = new ArrayList<>();
        for (int i = 0; i < steps; i++) {
            step(stormTables).units().forEach(unit -> unit.statements().forEach(sql -> sentTexts.add(sql.text())));
        }
        return sentTexts;
    }

    private static StormStep step(StormTables stormTables) throws InterruptedException {
        StormTable table = stormTables.nextTurn().table();
        StormStep step = table.next();
        stormTables.release(table);
        return step;
    }

    private static StormTables stormTables(long seed, boolean stamped) {
        return stormTables(seed, stamped, 0, 1);
    }

    private static StormTables stormTables(long seed, boolean stamped, int process, int processes) {
        Storm spec = spec(10, 1 << 20, stamped, "all");
        StormServer server = new StormServer(new ServerVariables(Map.of("version", "9.7.0")), StormKind.ALL, List.of());
        return new StormTables(server, spec, new SharedNumbers(seed, process, processes, Map.of()), "storm-1-");
    }

    private static Storm spec(int tables, long blobBytes, boolean stamped, String kind) {
        return new Storm(tables, List.of(kind), 0, blobBytes, 7, stamped, new BitSet(), Optional.empty());
    }
}
