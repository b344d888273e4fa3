// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.TestCase;
import io.github.cdctester.internal.report.document.TestCase.Outcome;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.MatrixResult.ConsumerRow;
import io.github.cdctester.result.MatrixResult.MatrixRow;
import io.github.cdctester.result.MatrixResult.SettingSummary;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Trial.Spread;
import io.github.cdctester.result.Verdict.Status;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Checks the table of a matrix with consumers. */
class MatrixConsumersTest {

    private static MatrixRow row(@Nullable String consumer, double p99, Map<Status, Integer> verdicts) {
        ConsumerRow values = new ConsumerRow(
                "debezium",
                new TreeMap<>(verdicts),
                Map.of(
                        "delay.p99Millis", new Spread(p99, p99 - 1, p99 + 1),
                        "cost.peakResidentBytes", new Spread(3e8, 2e8, 4e8)));
        return new MatrixRow(
                "oltp_insert",
                500,
                "500",
                "base",
                consumer,
                3,
                500.0,
                new Spread(500, 499, 501),
                null,
                Map.of("write.transactionsPerSecond", 499.5),
                List.of(values));
    }

    private static MatrixResult matrix(List<String> consumers, List<CellResult> cells, List<MatrixRow> rows) {
        return new MatrixResult(
                RunResult.SCHEMA_VERSION,
                MatrixResult.KIND,
                Instant.EPOCH,
                null,
                "db:3306",
                "base",
                List.of(new SettingSummary("base", List.of())),
                "rate",
                List.of("500"),
                List.of("oltp_insert"),
                consumers,
                3,
                1,
                60,
                "10 s",
                "500",
                false,
                null,
                List.of(),
                List.of(),
                cells,
                rows);
    }

    private static MatrixResult matrixOfTwoConsumers() {
        return matrix(
                List.of("debezium HEAP=256m", "debezium HEAP=1g"),
                List.of(),
                List.of(
                        row("debezium HEAP=256m", 40, Map.of(Status.LOSSLESS, 2, Status.LOST, 1)),
                        row("debezium HEAP=1g", 20, Map.of(Status.LOSSLESS, 3))));
    }

    private static Cell cell(Table table, int row, String column) {
        List<String> ids = table.columns().stream().map(Column::id).toList();
        Row tableRow = table.rows().get(row);
        return tableRow.cells().get(ids.indexOf(column));
    }

    @Test
    void showsVerdictsAndSpreadOfEachConsumer() {
        Table table = MatrixConsumers.table(matrixOfTwoConsumers()).orElseThrow();
        assertThat(table.columns().stream().map(Column::id))
                .containsExactly(
                        "workload",
                        "rate",
                        "setting",
                        "consumer",
                        "runs",
                        "verdict",
                        "write.transactionsPerSecond",
                        "delay.p99Millis",
                        "cost.peakResidentBytes");
        assertThat(cell(table, 0, "consumer").value()).isEqualTo("debezium HEAP=256m");
        assertThat(cell(table, 0, "verdict")).isEqualTo(Cell.of("2 LOSSLESS, 1 LOST", Tone.BAD));
        assertThat(cell(table, 1, "verdict")).isEqualTo(Cell.of("LOSSLESS"));
        assertThat(cell(table, 1, "delay.p99Millis")).isEqualTo(Cell.spread(20, 19, 21));
    }

    @Test
    void findsShortestAndLongestDelay() {
        assertThat(MatrixConsumers.delayRangeText(matrixOfTwoConsumers()))
                .isEqualTo("At 500 transactions/s, DT p99 is from 20.0 ms (oltp_insert, debezium HEAP=1g) to 40.0 ms"
                        + " (oltp_insert, debezium HEAP=256m)");
    }

    @Test
    void reportsConsumerNameIfConsumersAreNoAxis() {
        MatrixResult matrix = matrix(List.of(), List.of(), List.of(row(null, 20, Map.of(Status.LOSSLESS, 3))));
        assertThat(cell(MatrixConsumers.table(matrix).orElseThrow(), 0, "consumer")
                        .value())
                .isEqualTo("debezium");
        assertThat(MatrixConsumers.table(matrix(List.of(), List.of(), List.of())))
                .isEmpty();
    }

    @Test
    void addsValuesToCsvTable() {
        assertThat(MatrixConsumers.values(matrixOfTwoConsumers().table().get(0)))
                .containsEntry("consumers.debezium.verdict", "2 LOSSLESS, 1 LOST")
                .containsEntry("consumers.debezium.delay.p99Millis.min", 39.0);
        assertThat(new MatrixComposer(matrixOfTwoConsumers())
                        .values().orElseThrow().columns().stream().map(Column::id))
                .contains("consumer", "consumers.debezium.cost.peakResidentBytes.median");
    }

    private static CellResult cell(boolean isHeld, Status consumerStatus) {
        return cell(isHeld, Map.of("debezium", consumerStatus));
    }

    private static CellResult cell(boolean isHeld, Map<String, Status> consumerVerdicts, String... heldConsumers) {
        Trial trial = new Trial(
                1, 1, 500, "500", Trial.Status.DONE, null, "cell-1", true, null, List.of(), List.of(), Map.of(), null);
        return new CellResult(
                trial,
                "base",
                "oltp_insert",
                "debezium",
                1,
                Instant.EPOCH,
                60,
                10,
                null,
                "LOSSLESS 30000",
                Status.LOSSLESS,
                isHeld,
                consumerVerdicts,
                List.of(heldConsumers),
                Map.of());
    }

    private static TestCase consumerTest(boolean isHeld, Status consumerStatus, String... heldConsumers) {
        MatrixResult matrix = matrix(
                List.of("debezium"),
                List.of(cell(isHeld, Map.of("debezium", consumerStatus), heldConsumers)),
                List.of(row("debezium", 20, Map.of(consumerStatus, 1))));
        return new MatrixComposer(matrix)
                .document().suites().stream()
                        .flatMap(suite -> suite.cases().stream())
                        .filter(test -> test.name().equals("verdict of consumer debezium"))
                        .findFirst()
                        .orElseThrow();
    }

    @Test
    void reportsConsumerVerdictOfCell() {
        assertThat(MatrixCells.verdictText(cell(false, Status.LOST))).isEqualTo("LOST of consumer debezium");
        assertThat(MatrixCells.verdictText(cell(false, Status.NOT_CHECKED)))
                .isEqualTo("NOT_CHECKED of consumer debezium");
        assertThat(MatrixCells.verdictText(cell(false, Status.LOSSLESS))).isEqualTo("LOSSLESS 30000");
        assertThat(MatrixCells.verdictText(cell(
                        false, Map.of("repeats", Status.DUPLICATED, "a", Status.NOT_CHECKED, "b", Status.LOSSLESS))))
                .as("the repeats may be allowed, so that the other consumer is the cause")
                .isEqualTo("DUPLICATED of consumer repeats, NOT_CHECKED of consumer a");
    }

    @Test
    void testOfConsumerFailsIfCellDoesNotPass() {
        assertThat(consumerTest(false, Status.LOST).outcome()).isEqualTo(Outcome.FAILURE);
        assertThat(consumerTest(false, Status.NOT_CHECKED).outcome()).isEqualTo(Outcome.FAILURE);
        assertThat(consumerTest(false, Status.LOSSLESS).outcome()).isEqualTo(Outcome.PASSED);
        assertThat(consumerTest(true, Status.DUPLICATED).outcome())
                .as("repeats are allowed")
                .isEqualTo(Outcome.PASSED);
        assertThat(consumerTest(true, Status.NOT_CHECKED).outcome()).isEqualTo(Outcome.SKIPPED);
    }

    /** For example, a limit failed, or another consumer. */
    @Test
    void testOfPassedConsumerPassesInFailedCell() {
        assertThat(consumerTest(false, Status.DUPLICATED, "debezium").outcome()).isEqualTo(Outcome.PASSED);
        assertThat(consumerTest(false, Status.NOT_CHECKED, "debezium").outcome())
                .isEqualTo(Outcome.SKIPPED);
        assertThat(consumerTest(false, Status.DUPLICATED, "other").outcome()).isEqualTo(Outcome.FAILURE);
    }

    @Test
    void verdictOfFailedCellOmitsPassedConsumers() {
        Map<String, Status> verdicts = Map.of("repeats", Status.DUPLICATED, "a", Status.NOT_CHECKED);
        assertThat(MatrixCells.verdictText(cell(false, verdicts, "repeats"))).isEqualTo("NOT_CHECKED of consumer a");
        assertThat(MatrixCells.verdictText(cell(false, verdicts, "repeats", "a")))
                .as("a limit failed")
                .isEqualTo("LOSSLESS 30000");
    }
}
