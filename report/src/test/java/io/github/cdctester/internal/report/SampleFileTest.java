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

class SampleFileTest {

    private static final DurationSummary DURATIONS =
            RichResult.of().summary().cdc().delay();
    private static final Plan PLAN = RunResults.plan(Sysbench.oltpInsert(), LoadSpec.closedLoop(1));

    @TempDir
    private Path directory;

    private SampleFile sampleFile;

    @BeforeEach
    void create() {
        sampleFile = SampleFile.create(directory, PLAN, Map.of());
    }

    @AfterEach
    void close() {
        sampleFile.close();
    }

    private Path file() {
        return directory.resolve("samples.jsonl");
    }

    private static SampleRow richRow(long second) {
        return RichResult.second((int) second, DURATIONS);
    }

    private static SampleRow idleRow(long second, int probeCount) {
        SampleRow richRow = richRow(1);
        Map<String, Double> values = new TreeMap<>();
        for (int i = 0; i < probeCount; i++) {
            values.put("probe" + i, second + i / 8.0);
        }
        return new SampleRow(
                second, SampleRow.RunPart.MEASURE, 1, null, richRow.cdc(), List.of(), List.of(), values, List.of());
    }

    @Test
    void returnsStoredRows() {
        List<SampleRow> writtenRows = List.of(richRow(1), richRow(2), idleRow(3, 2), idleRow(4, 0));
        writtenRows.forEach(sampleFile::append);
        List<SampleRow> rows = sampleFile.rows();
        assertThat(rows).isEqualTo(writtenRows).hasSameHashCodeAs(writtenRows);
        assertThat(rows.get(2)).isEqualTo(writtenRows.get(2));
        assertThat(rows.get(0)).isEqualTo(writtenRows.get(0));
        assertThatThrownBy(() -> rows.get(4)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> rows.get(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void rowsExcludeRowsWrittenLater() {
        sampleFile.append(idleRow(1, 0));
        List<SampleRow> rows = sampleFile.rows();
        sampleFile.append(idleRow(2, 0));
        assertThat(rows).hasSize(1);
        Iterator<SampleRow> iterator = rows.iterator();
        iterator.next();
        assertThat(iterator.hasNext()).isFalse();
        assertThatThrownBy(iterator::next).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void runWithoutSecondsHasNoRows() {
        assertThat(sampleFile.rows()).isEmpty();
        assertThat(StoredSamples.read(file()).rows()).isEmpty();
    }

    /** A killed process does not close its file. */
    @Test
    void readsFileWithIncompleteLastLine() throws IOException {
        for (int second = 1; second <= 300; second++) { // more than one block
            sampleFile.append(idleRow(second, 3));
        }
        StoredSamples storedSamples = StoredSamples.read(file());
        assertThat(storedSamples.plan()).isEqualTo(PLAN.withoutPasswords());
        assertThat(storedSamples.rows()).isEqualTo(sampleFile.rows()).hasSize(300);
        StringWriter csv = new StringWriter();
        SamplesCsv.write(storedSamples.rows(), csv);
        assertThat(csv.toString().lines()).hasSize(301);

        Files.writeString(file(), "{\"second\":301,\"phase\":\"MEAS", StandardOpenOption.APPEND);
        assertThat(StoredSamples.read(file()).rows()).isEqualTo(storedSamples.rows());
        byte[] bytes = Files.readAllBytes(file());
        Files.write(file(), Arrays.copyOf(bytes, bytes.length - 500));
        assertThat(StoredSamples.read(file()).rows()).hasSizeBetween(295, 299).startsWith(idleRow(1, 3), idleRow(2, 3));
    }

    @Test
    void containsNoPassword() throws IOException {
        assertThat(Files.readString(file())).doesNotContain("secret").endsWith("\n");
    }

    @Test
    void storesResultWithRowsOfSampleFile() {
        for (int second = 1; second <= 260; second++) {
            sampleFile.append(idleRow(second, 3));
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
                sampleFile.rows(),
                List.of(new RunResult.PhaseSpan(
                        "all",
                        RunResult.PhaseSpan.PhaseType.LOADS,
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
        RunResult storedResult =
                StoredResult.of("it", Formats.JSON.text(result)).run();
        assertThat(storedResult).isEqualTo(result);
        assertThat(Formats.SAMPLES_CSV.text(result).lines())
                .hasSize(261)
                .anyMatch(line -> line.contains("probes.probe2"));
    }

    @Test
    void readsSubListFromFile() throws IOException {
        for (int second = 1; second <= 300; second++) {
            sampleFile.append(idleRow(second, 1));
        }
        List<SampleRow> phaseRows = sampleFile.rows().subList(100, 290);
        assertThat(phaseRows)
                .isInstanceOf(StoredRows.class)
                .hasSize(190)
                .startsWith(idleRow(101, 1))
                .endsWith(idleRow(290, 1));
        assertThat(phaseRows.subList(10, 12)).containsExactly(idleRow(111, 1), idleRow(112, 1));
        assertThat(phaseRows.subList(5, 5)).isEmpty();
        assertThatThrownBy(() -> phaseRows.subList(0, 191)).isInstanceOf(IndexOutOfBoundsException.class);

        Files.writeString(file(), "rubbish\n", StandardOpenOption.APPEND);
        List<SampleRow> lastRows = StoredSamples.read(file()).rows().subList(299, 301);
        assertThatThrownBy(() -> lastRows.get(1)).hasMessageContaining("in its row 301");
    }

    /** Memory contains only the offset of each line, even for a day with twenty probes. */
    @Test
    @Timeout(120)
    void dayNeedsLittleMemory() throws InterruptedException {
        int secondsPerDay = 86_400;
        List<WeakReference<SampleRow>> references = new ArrayList<>();
        for (int second = 1; second <= secondsPerDay; second++) {
            SampleRow row = idleRow(second, 20);
            sampleFile.append(row);
            if (second % 10_000 == 0) {
                references.add(new WeakReference<>(row));
            }
        }
        while (references.stream().anyMatch(row -> row.get() != null)) {
            System.gc();
            Thread.onSpinWait();
        }
        List<SampleRow> rows = sampleFile.rows();
        assertThat(rows).hasSize(secondsPerDay);
        assertThat(rows.get(secondsPerDay - 1)).isEqualTo(idleRow(secondsPerDay, 20));
    }

    @Test
    void replacesLinkButNotItsTarget() throws IOException {
        Path linkTarget = Files.writeString(directory.resolve("precious"), "kept");
        Path outDirectory = Files.createDirectory(directory.resolve("out"));
        Files.createSymbolicLink(outDirectory.resolve("samples.jsonl"), linkTarget);
        try (SampleFile file = SampleFile.create(outDirectory, PLAN, Map.of())) {
            file.append(idleRow(1, 0));
        }
        assertThat(Files.readString(linkTarget)).isEqualTo("kept");
    }

    @Test
    void failedWriteThrows() {
        sampleFile.close();
        assertThatThrownBy(() -> sampleFile.append(idleRow(1, 0)))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("samples.jsonl failed");
        assertThatThrownBy(() -> SampleFile.create(directory.resolve("nowhere"), PLAN, Map.of()))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("nowhere");
    }

    @Test
    void rejectsFilesOfOtherKinds() throws IOException {
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
        Path otherFile = Files.write(directory.resolve("other"), text.getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> StoredSamples.read(otherFile))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining(message);
    }

    @Test
    void reportsNumberOfInvalidRow() throws IOException {
        sampleFile.append(idleRow(1, 0));
        Files.writeString(file(), "{\"second\":2}\nrubbish\n", StandardOpenOption.APPEND);
        List<SampleRow> rows = StoredSamples.read(file()).rows();
        assertThat(rows.get(0)).isEqualTo(idleRow(1, 0));
        assertThatThrownBy(() -> rows.get(1)).hasMessageContaining("in its row 2");
        assertThatThrownBy(() -> rows.get(2)).hasMessageContaining("in its row 3");
    }
}
