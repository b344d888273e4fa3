// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Plan;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.DurationSummary;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Checks that rows are written to the file as they are sampled, and are read from it. */
class SampleFileTest {

    private static final DurationSummary DURATIONS =
            RichResult.of().summary().cdc().delay();
    private static final Plan PLAN = RunResults.plan(Sysbench.oltpInsert(), LoadSpec.closedLoop(1));

    @TempDir
    private Path directory;

    private SampleFile log;

    @BeforeEach
    void create() {
        log = SampleFile.create(directory, PLAN, Map.of());
    }

    @AfterEach
    void close() {
        log.close();
    }

    private Path file() {
        return directory.resolve("samples.jsonl");
    }

    private static SampleRow rich(long second) {
        return RichResult.second((int) second, DURATIONS);
    }

    /** Returns a second of an idle stream with probes. */
    private static SampleRow plain(long second, int probes) {
        SampleRow rich = rich(1);
        Map<String, Double> values = new TreeMap<>();
        for (int i = 0; i < probes; i++) {
            values.put("probe" + i, second + i / 8.0);
        }
        return new SampleRow(
                second, SampleRow.RunPart.MEASURE, 1, null, rich.cdc(), List.of(), List.of(), values, List.of());
    }

    @Test
    void returnsStoredRows() {
        List<SampleRow> written = List.of(rich(1), rich(2), plain(3, 2), plain(4, 0));
        written.forEach(log::append);
        List<SampleRow> rows = log.rows();
        assertThat(rows).isEqualTo(written).hasSameHashCodeAs(written);
        assertThat(rows.get(2)).isEqualTo(written.get(2));
        assertThat(rows.get(0)).isEqualTo(written.get(0));
        assertThatThrownBy(() -> rows.get(4)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> rows.get(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void rowsExcludeRowsWrittenLater() {
        log.append(plain(1, 0));
        List<SampleRow> rows = log.rows();
        log.append(plain(2, 0));
        assertThat(rows).hasSize(1);
        Iterator<SampleRow> all = rows.iterator();
        all.next();
        assertThat(all.hasNext()).isFalse();
        assertThatThrownBy(all::next).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void runWithoutSecondsHasNoRows() {
        assertThat(log.rows()).isEmpty();
        assertThat(StoredSamples.read(file()).rows()).isEmpty();
    }

    /** A killed process does not close its file. The file then ends with the last line that was written completely. */
    @Test
    void readsFileWithoutEnd() throws IOException {
        for (int second = 1; second <= 300; second++) { // more than one block
            log.append(plain(second, 3));
        }
        StoredSamples complete = StoredSamples.read(file());
        assertThat(complete.plan()).isEqualTo(PLAN.withoutPasswords());
        assertThat(complete.rows()).isEqualTo(log.rows()).hasSize(300);
        StringWriter csv = new StringWriter();
        SamplesCsv.write(complete.rows(), csv);
        assertThat(csv.toString().lines()).hasSize(301);

        Files.writeString(file(), "{\"second\":301,\"phase\":\"MEAS", StandardOpenOption.APPEND);
        assertThat(StoredSamples.read(file()).rows()).isEqualTo(complete.rows());
        byte[] torn = Files.readAllBytes(file());
        Files.write(file(), Arrays.copyOf(torn, torn.length - 500));
        assertThat(StoredSamples.read(file()).rows()).hasSizeBetween(295, 299).startsWith(plain(1, 3), plain(2, 3));
    }

    @Test
    void containsNoSecret() throws IOException {
        assertThat(Files.readString(file())).doesNotContain("secret").endsWith("\n");
    }

    @Test
    void resultWithSampleFileIsStoredLikeOthers() {
        for (int second = 1; second <= 260; second++) {
            log.append(plain(second, 3));
        }
        RunResult run = RichResult.of();
        RunResult result = new RunResult(
                run.schemaVersion(),
                run.tool(),
                run.startedAt(),
                run.plan(),
                run.server(),
                run.clock(),
                run.interrupted(),
                run.interruptedBecause(),
                run.notes(),
                run.summary(),
                run.verdict(),
                run.checks(),
                log.rows(),
                List.of(new RunResult.PhaseSpan(
                        "all",
                        RunResult.PhaseSpan.Kind.LOADS,
                        0,
                        260,
                        1,
                        260,
                        List.of("main"),
                        "main: 260 s",
                        null,
                        List.of())),
                Map.of(),
                List.of(),
                List.of());
        RunResult read = StoredResult.of("it", Formats.JSON.text(result)).run();
        assertThat(read).isEqualTo(result);
        assertThat(Formats.SAMPLES_CSV.text(result).lines())
                .hasSize(261)
                .anyMatch(line -> line.contains("probes.probe2"));
    }

    /** The seconds of a phase are not kept in memory. */
    @Test
    void readsPartFromFile() throws IOException {
        for (int second = 1; second <= 300; second++) {
            log.append(plain(second, 1));
        }
        List<SampleRow> part = log.rows().subList(100, 290);
        assertThat(part)
                .isInstanceOf(StoredRows.class)
                .hasSize(190)
                .startsWith(plain(101, 1))
                .endsWith(plain(290, 1));
        assertThat(part.subList(10, 12)).containsExactly(plain(111, 1), plain(112, 1));
        assertThat(part.subList(5, 5)).isEmpty();
        assertThatThrownBy(() -> part.subList(0, 191)).isInstanceOf(IndexOutOfBoundsException.class);

        Files.writeString(file(), "rubbish\n", StandardOpenOption.APPEND);
        List<SampleRow> end = StoredSamples.read(file()).rows().subList(299, 301);
        assertThatThrownBy(() -> end.get(1)).hasMessageContaining("in its row 301");
    }

    /** Even for a day with twenty probes, only the offset of each line is kept in memory. */
    @Test
    @Timeout(120)
    void dayNeedsLittleMemory() throws InterruptedException {
        int day = 86_400;
        List<WeakReference<SampleRow>> kept = new ArrayList<>();
        for (int second = 1; second <= day; second++) {
            SampleRow row = plain(second, 20);
            log.append(row);
            if (second % 10_000 == 0) {
                kept.add(new WeakReference<>(row));
            }
        }
        while (kept.stream().anyMatch(row -> row.get() != null)) {
            System.gc();
            Thread.onSpinWait();
        }
        List<SampleRow> rows = log.rows();
        assertThat(rows).hasSize(day);
        assertThat(rows.get(day - 1)).isEqualTo(plain(day, 20));
    }

    @Test
    void replacesLinkButNotItsTarget() throws IOException {
        Path other = Files.writeString(directory.resolve("precious"), "kept");
        Path place = Files.createDirectory(directory.resolve("out"));
        Files.createSymbolicLink(place.resolve("samples.jsonl"), other);
        try (SampleFile own = SampleFile.create(place, PLAN, Map.of())) {
            own.append(plain(1, 0));
        }
        assertThat(Files.readString(other)).isEqualTo("kept");
    }

    @Test
    void failedWriteThrows() {
        log.close();
        assertThatThrownBy(() -> log.append(plain(1, 0)))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("samples.jsonl failed");
        assertThatThrownBy(() -> SampleFile.create(directory.resolve("nowhere"), PLAN, Map.of()))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("nowhere");
    }

    @Test
    void rejectsOtherFiles() throws IOException {
        assertRejected("", "no complete line");
        assertRejected("{\"kind\":", "no complete line");
        assertRejected("not JSON\n", "is not a samples.jsonl");
        assertRejected("{\"schemaVersion\":1,\"kind\":\"sweep\"}\n", "is not a samples.jsonl");
        assertRejected("{\"schemaVersion\":1,\"kind\":\"samples\"}\n", "is not a samples.jsonl: it has no tool");
        assertRejected("{\"schemaVersion\":2,\"kind\":\"samples\"}\n", "schemaVersion 2; this cdc-tester reads 1");
        assertThatThrownBy(() -> StoredSamples.read(directory.resolve("nothing")))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("name a samples.jsonl");
    }

    private void assertRejected(String text, String message) throws IOException {
        Path other = Files.write(directory.resolve("other"), text.getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> StoredSamples.read(other))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining(message);
    }

    @Test
    void namesInvalidRow() throws IOException {
        log.append(plain(1, 0));
        Files.writeString(file(), "{\"second\":2}\nrubbish\n", StandardOpenOption.APPEND);
        List<SampleRow> rows = StoredSamples.read(file()).rows();
        assertThat(rows.get(0)).isEqualTo(plain(1, 0));
        assertThatThrownBy(() -> rows.get(1)).hasMessageContaining("in its row 2");
        assertThatThrownBy(() -> rows.get(2)).hasMessageContaining("in its row 3");
    }
}
