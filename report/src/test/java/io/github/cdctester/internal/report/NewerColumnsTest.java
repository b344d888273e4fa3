// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.MetricValues;
import io.github.cdctester.internal.meter.Phase;
import io.github.cdctester.internal.meter.Sample;
import io.github.cdctester.internal.meter.StreamState;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.internal.summary.SampleRows;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.ToolInfo;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.LoadClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Older versions lack kinds of transactions, clients of loads, CPU time of readers, and units of probes. */
final class NewerColumnsTest {

    private static final RunResult RUN = RunResults.of(1_000, 0.5, 0.1, Verdict.Status.LOSSLESS);
    private static final Map<String, Long> TPCC_COUNTS =
            new TreeMap<>(Map.of("new_order", 45L, "payment", 43L, "delivery", 0L));

    private static SampleRow secondRow(Map<String, Long> kinds, @Nullable Double readerCpuPercent) {
        MetricValues write = MetricValues.of(Metric.Subject.WRITE)
                .with(Metric.THREADS, 4)
                .with(
                        Metric.WRITE_TRANSACTIONS,
                        kinds.values().stream().mapToLong(Long::longValue).sum())
                .with(Metric.WRITE_TRANSACTIONS, kinds);
        MetricValues cdc = MetricValues.of(Metric.Subject.STREAM)
                .with(Metric.STATE, StreamState.IDLE.ordinal())
                .with(Metric.BEHIND_BYTES, 0)
                .with(Metric.UNREAD_MILLIS, 0)
                .with(Metric.READER_CPU_PERCENT, readerCpuPercent);
        return SampleRows.of(
                new Sample(1, Phase.MEASURE, 2, Optional.of(write), cdc, List.of(), List.of()),
                "HEARTBEAT",
                Map.of("pool", 1.0),
                List.of());
    }

    private static RunResult resultWith(SampleRow row, Map<String, String> units) {
        return resultWith(RUN.tool(), row, units);
    }

    private static RunResult resultWith(ToolInfo tool, SampleRow row, Map<String, String> units) {
        return new RunResult(
                RUN.schemaVersion(),
                tool,
                RUN.startedAt(),
                RUN.plan(),
                RUN.server(),
                RUN.clock(),
                RUN.interrupted(),
                RUN.interruptedBecause(),
                RUN.notes(),
                RUN.summary(),
                RUN.verdict(),
                RUN.checks(),
                List.of(row),
                RUN.phases(),
                units,
                List.of(),
                List.of());
    }

    private static RunResult read(String json) {
        return StoredResult.of("result.json", json).run();
    }

    @Test
    void readsWrittenJson() {
        RunResult result = resultWith(secondRow(TPCC_COUNTS, 75.0), Map.of("pool", "bytes"));
        RunResult storedRun = read(Formats.JSON.text(result));

        assertThat(storedRun).isEqualTo(result).hasSameHashCodeAs(result);
        assertThat(storedRun.samples().get(0).write().transactionsByKind()).isEqualTo(TPCC_COUNTS);
        assertThat(storedRun.samples().get(0).cdc().readerCpuPercent()).isEqualTo(75);
        assertThat(storedRun.probeUnits()).isEqualTo(Map.of("pool", "bytes"));
    }

    @Test
    void readsClientsOfLoads() {
        List<LoadClient> clients =
                List.of(LoadClient.ofNative("main"), LoadClient.ofJdbc("orders", LoadClient.Reason.WORKLOAD));
        RunResult result = resultWith(ToolInfo.current("driver 1", clients), secondRow(TPCC_COUNTS, 75.0), Map.of());
        String json = Formats.JSON.text(result);

        assertThat(read(json)).isEqualTo(result);
        assertThat(read(json.replaceFirst("(?s),\\s*\"clients\" : \\[.*?\\]", ""))
                        .tool())
                .isEqualTo(ToolInfo.current("driver 1"));
    }

    @Test
    void csvHasNewColumns() {
        String[] lines = Formats.SAMPLES_CSV
                .text(resultWith(secondRow(TPCC_COUNTS, 75.0), Map.of()))
                .split("\n");
        List<String> names = List.of(lines[0].split(","));
        String[] values = lines[1].split(",", -1);

        assertThat(names)
                .containsSubsequence(
                        "write.transactionsByKind.delivery",
                        "write.transactionsByKind.new_order",
                        "write.transactionsByKind.payment",
                        "cdc.readerCpuPercent");
        assertThat(values[names.indexOf("write.transactionsByKind.new_order")]).isEqualTo("45");
        assertThat(values[names.indexOf("write.transactionsByKind.delivery")]).isEqualTo("0");
        assertThat(values[names.indexOf("cdc.readerCpuPercent")]).isEqualTo("75.0");
    }

    @Test
    void omitsEmptyColumns() {
        RunResult result = resultWith(secondRow(Map.of("insert", 7L), null), Map.of());
        String json = Formats.JSON.text(result);

        assertThat(json).doesNotContain("transactionsByKind\":{", "readerCpuPercent", "probeUnits");
        assertThat(result.samples().get(0).write().transactions()).isEqualTo(7);
        assertThat(read(json)).isEqualTo(result);
    }

    /** A note with an unknown code, from a later version, has its stored text. */
    @Test
    void readsNotesByCodeAndArguments() {
        String json = Formats.JSON.text(RUN).replaceAll("\\s+", " ");
        String otherNote =
                "{ \"code\" : \"OTHER\", \"severity\" : \"LOW\", \"text\" : \"a note\", \"arguments\" : { \"text\" :"
                        + " \"a note\" } }";
        assertThat(json).contains("\"notes\" : [ " + otherNote + " ]");
        assertThat(read(json.replace("\"OTHER\"", "\"NOT_YET\"").replace("\"LOW\"", "\"WORSE\"")))
                .isEqualTo(RUN);
        String samplesMissedNote =
                "{\"code\": \"SAMPLES_MISSED\", \"severity\": \"HIGH\", \"text\": \"\", \"arguments\": {\"count\": 3}}";
        assertThat(read(json.replace(otherNote, samplesMissedNote)).notes())
                .containsExactly(Note.of(Note.Code.SAMPLES_MISSED, "count", 3));
    }

    @Test
    void readsOlderResults() {
        RunResult oldRun = StoredResult.read(Path.of("../cli/src/test/resources/io/github/cdctester/cli/result.json"))
                .run();

        assertThat(oldRun.probeUnits()).isEmpty();
        assertThat(oldRun.samples()).isNotEmpty().allSatisfy(row -> {
            assertThat(row.cdc().readerCpuPercent()).isNull();
            assertThat(row.write().transactionsByKind()).isEmpty();
        });
    }

    @Test
    void sampleFileHasUnitsInFirstLine(@TempDir Path directory) throws Exception {
        try (SampleFile file = SampleFile.create(directory, RUN.plan(), Map.of("pool", "bytes"))) {
            file.append(secondRow(TPCC_COUNTS, 0.0));
            assertThat(file.rows()).containsExactly(secondRow(TPCC_COUNTS, 0.0));
        }

        Path sampleFile = directory.resolve(SampleFile.FILE_NAME);
        assertThat(Files.readAllLines(sampleFile).get(0)).contains("\"probeUnits\":{\"pool\":\"bytes\"}");
        assertThat(StoredSamples.read(sampleFile).probeUnits()).isEqualTo(Map.of("pool", "bytes"));
    }
}
