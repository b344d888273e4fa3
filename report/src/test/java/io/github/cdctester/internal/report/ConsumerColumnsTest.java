// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.meter.ConsumerSecond;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.MetricValues;
import io.github.cdctester.internal.meter.Phase;
import io.github.cdctester.internal.meter.Sample;
import io.github.cdctester.internal.meter.StreamState;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.internal.summary.RetainedRows;
import io.github.cdctester.internal.summary.SampleRows;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConsumerColumnsTest {

    /** The sample covers 2 s. The second consumer reports whole transactions and no rows. */
    private static SampleRow sample(long number) {
        return row(number, SampleFormatsTest.CONSUMERS);
    }

    private static SampleRow row(long number, List<ConsumerSecond> consumers) {
        MetricValues cdc = MetricValues.of(Metric.Subject.STREAM)
                .with(Metric.STATE, StreamState.IDLE.ordinal())
                .with(Metric.BEHIND_BYTES, 0)
                .with(Metric.UNREAD_MILLIS, 0);
        return SampleRows.of(
                new Sample(number, Phase.MEASURE, 2, Optional.empty(), cdc, List.of(), List.of()),
                "COMMIT_TIMESTAMP",
                Map.of(),
                consumers);
    }

    @Test
    void sampleHasRatesAndDelays() {
        SampleRow.Consumer orders = sample(1).consumers().get(0);

        assertThat(orders.transactions()).isEqualTo(4);
        assertThat(orders.transactionsPerSecond()).isEqualTo(2);
        assertThat(orders.rowsPerSecond()).isEqualTo(5);
        assertThat(orders.bytesPerSecond()).isEqualTo(500);
        assertThat(orders.eventsPerSecond()).isEqualTo(10);
        assertThat(orders.behind()).isEqualTo(7);
        assertThat(orders.delay().source()).isEqualTo("ACKNOWLEDGED");
        assertThat(orders.delay().count()).isEqualTo(4);
        assertThat(orders.delay().p50Millis()).isBetween(1.99, 2.01);
        assertThat(orders.delay().maxMillis()).isBetween(3.99, 4.01);
        SampleRow.Consumer stock = sample(1).consumers().get(1);
        assertThat(stock.delay().p99Millis()).isNull();
        assertThat(stock.rows()).isNull();
        assertThat(stock.bytesPerSecond()).isNull();
    }

    @Test
    void readsWrittenJson() {
        RunResult result = JudgedResult.of(List.of(sample(1), sample(2)), List.of());

        String json = Formats.JSON.text(result);
        assertThat(StoredResult.of("result.json", json).run()).isEqualTo(result);
        assertThat(json).contains("\"consumers\":[{\"name\":\"orders\",");
        assertThat(json.substring(json.indexOf("\"name\":\"stock\""))).doesNotContain("\"rows\":null");
    }

    @Test
    void hasColumnsByConsumerName() {
        Map<String, String> cells = cells(JudgedResult.of(List.of(sample(1)), List.of()));

        assertThat(cells)
                .containsEntry("consumers.orders.transactions", "4")
                .containsEntry("consumers.orders.transactionsPerSecond", "2.0")
                .containsEntry("consumers.orders.behind", "7")
                .containsEntry("consumers.orders.rows", "10")
                .containsEntry("consumers.orders.bytesPerSecond", "500.0")
                .containsEntry("consumers.stock.delay.p99Millis", "")
                .containsEntry("consumers.stock.behind", "9")
                .doesNotContainKey("consumers.stock.rows");
        assertThat(Double.parseDouble(cells.get("consumers.orders.delay.p99Millis")))
                .isEqualTo(sample(1).consumers().get(0).delay().p99Millis());
    }

    private static Map<String, String> cells(RunResult result) {
        String[] lines = Formats.SAMPLES_CSV.text(result).split("\n");
        String[] names = lines[0].split(",");
        String[] values = lines[1].split(",", -1);
        Map<String, String> cells = new LinkedHashMap<>();
        for (int i = 0; i < names.length; i++) {
            cells.put(names[i], values[i]);
        }
        return cells;
    }

    @Test
    void omitsColumnsIfThereAreNoConsumers() {
        RunResult result = JudgedResult.of(List.of(row(1, List.of())), List.of());

        assertThat(Formats.JSON.text(result)).doesNotContain("consumers");
        assertThat(Formats.SAMPLES_CSV.text(result)).doesNotContain("consumers");
        assertThat(StoredResult.of("result.json", Formats.JSON.text(result)).run())
                .isEqualTo(result);
    }

    @Test
    void storesConsumersInSampleFile(@TempDir Path directory) {
        RunResult run = RunResults.of(1_000, 0.5, 0.1, Verdict.Status.LOSSLESS);
        try (SampleFile file = SampleFile.create(directory, run.plan(), Map.of())) {
            file.append(sample(1));
            assertThat(file.rows()).containsExactly(sample(1));
        }
    }

    /** Memory is limited for any number of consumers. */
    @Test
    void discardsConsumersOfOldestSeconds() {
        RetainedRows retainedRows = new RetainedRows(3, 6, 1_000); // a stream and two consumers
        for (int number = 1; number <= 6; number++) {
            retainedRows.append(sample(number));
        }

        assertThat(retainedRows.rows())
                .extracting(row -> row.consumers().size())
                .containsExactly(0, 0, 0, 0, 2, 2);
    }
}
