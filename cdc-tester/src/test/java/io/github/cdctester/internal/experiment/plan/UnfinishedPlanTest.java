// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.report.ResultJson;
import io.github.cdctester.internal.report.SampleFile;
import io.github.cdctester.internal.report.StoredSamples;
import io.github.cdctester.internal.report.TimelineFile;
import io.github.cdctester.internal.report.UnfinishedRun;
import io.github.cdctester.internal.report.UnfinishedRun.PhasePart;
import io.github.cdctester.internal.report.compose.Documents;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.PlanResult.Scaling.Stretch;
import io.github.cdctester.result.PlanResult.Scaling.Stretch.StretchKind;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResultCopy;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnfinishedPlanTest {

    private static final int SECONDS = 20;

    @TempDir
    private Path directory;

    private Path samplesFile;

    @BeforeEach
    void writeFilesOfKilledRun() {
        samplesFile = directory.resolve("samples.jsonl");
        KilledPlan.write(directory, SECONDS);
    }

    private void beginSecondPhase() throws IOException {
        List<String> lines = Files.readAllLines(directory.resolve("course.jsonl"));
        String startLine = lines.get(1).replace("first", "second");
        Instant time = Instant.parse(startLine.replaceAll(".*\"at\":\"([^\"]+)\".*", "$1"));
        Files.writeString(
                directory.resolve("course.jsonl"),
                startLine.replace(time.toString(), time.plusSeconds(10).toString()) + "\n",
                StandardOpenOption.APPEND);
    }

    private static Optional<UnfinishedRun> find(Path path) {
        return UnfinishedPlan.find(path, Map.of()).map(UnfinishedPlan.UnfinishedSamples::run);
    }

    private UnfinishedRun read() {
        return find(directory).orElseThrow();
    }

    private UnfinishedPlan.UnfinishedSamples findSamples() {
        return UnfinishedPlan.find(directory, Map.of()).orElseThrow();
    }

    private void truncate(Path file, int count) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - count));
    }

    @Test
    void showsMeasuredSeconds() throws IOException {
        beginSecondPhase();
        UnfinishedRun run = read();

        assertThat(run.lastSecond()).isEqualTo(SECONDS);
        assertThat(run.goesOn()).isFalse();
        assertThat(run.label()).isEqualTo("elastic.yaml");
        assertThat(run.phases()).extracting(PhasePart::name).containsExactly("first", "second");
        assertThat(run.phases()).extracting(PhasePart::fromSecond).containsExactly(0.0, 10.0);
        assertThat(run.phases().get(0).ended()).isEqualTo("oltp_insert: 10 s");
        assertThat(run.phases().get(1).ended()).isNull();
        for (PhasePart phase : run.phases()) {
            assertThat(phase.part().seconds()).isEqualTo(10);
            assertThat(phase.part().write().transactions()).isEqualTo(100);
            assertThat(phase.part().write().transactionsPerSecond()).isEqualTo(10);
            assertThat(phase.part().write().latency().maxMillis()).isCloseTo(phase.step(), withinPercentage(2));
            assertThat(phase.part().cdc().delay().p99Millis()).isCloseTo(phase.step(), withinPercentage(2));
            assertThat(phase.part().cdc().bytesPerSecond()).isEqualTo(1_000);
        }
        assertThat(run.whole().cdc().transactions()).isEqualTo(200);
        assertThat(run.whole().cdc().eventsByKind()).isEqualTo(Map.of("XID", 200L));
        assertThat(run.whole().cdc().behindBytes()).isEqualTo(1_000_000);
        assertThat(run.whole().write().latency().meanMillis()).isCloseTo(0.825, within(0.01));
        assertThat(run.whole().workloads()).singleElement().satisfies(load -> {
            assertThat(load.name()).isEqualTo("oltp_insert");
            assertThat(load.seconds()).isEqualTo(SECONDS);
        });
        assertThat(run.actions()).hasSize(1);
        assertThat(run.series())
                .singleElement()
                .satisfies(series -> assertThat(series.steps()).hasSize(1));
        assertThat(run.notes()).isEmpty();
    }

    @Test
    void totalsExcludeDrain() throws IOException {
        long measuredTransactions = read().whole().cdc().transactions();
        List<String> rows = Files.readAllLines(samplesFile);
        String lastRow = rows.get(rows.size() - 1);
        String drainRow = lastRow.replace("\"MEASURE\"", "\"DRAIN\"");
        assertThat(drainRow).isNotEqualTo(lastRow);
        Files.writeString(samplesFile, drainRow + "\n", StandardOpenOption.APPEND);

        assertThat(read().whole().cdc().transactions()).isEqualTo(measuredTransactions);
    }

    @Test
    void textReportsMissingResult() throws IOException {
        beginSecondPhase();
        String table = Formats.unfinishedText(80).text(read());

        assertThat(table)
                .startsWith("oltp_insert, 4 threads, closed loop\nelastic.yaml · not finished · ")
                .contains("\nresult     Not finished: there is no result\n")
                .contains("\nverdict    none: ")
                .contains("\nmeasured   up to second 20, written at 2")
                .containsPattern("\nfirst +0.0 +10.0 +10.0 +0.0 +1.0\\d\\d\n")
                .containsPattern("\nfirst +1.0\\d\\d +1.0\\d\\d +0.00 +oltp_insert: 10 s\n")
                .containsPattern("\nsecond +10.0 +10.0 +10.0 +0.0 +2.0\\d\\d\n")
                .containsPattern("\nsecond +2.0\\d\\d +2.0\\d\\d +0.00 +under way\n")
                .containsPattern("\nall seconds +0.0 +20.0 +10.0 ")
                .containsPattern("\nfirst +9.5 +3 +SET GLOBAL x = 1 +done\n")
                .containsPattern("\nwrite TPS +10.0 +200\n")
                .contains("\nbehind     1.00 MB of the log were unread in the last second\n")
                .containsPattern("\n512 +1,024 +10 +11 ")
                .doesNotContain("LOSSLESS");
        assertThat(table.lines()).allMatch(line -> line.length() <= 80);
        assertThat(ResultJson.WITH_SAMPLES.text(read()))
                .contains("\"kind\" : \"unfinished\"", "\"lastSecond\" : 20", "\"ended\" : null")
                .doesNotContain("secret");
    }

    /** Truncates the last line at several positions. */
    @Test
    void ignoresIncompleteLastLine() throws IOException {
        byte[] bytes = Files.readAllBytes(samplesFile);
        int lastLineBytes = Files.readAllLines(samplesFile).get(SECONDS).length() + 1;
        for (int remainingBytes : new int[] {0, 1, 2, 17, lastLineBytes / 2, lastLineBytes - 2, lastLineBytes - 1}) {
            Files.write(samplesFile, Arrays.copyOf(bytes, bytes.length - lastLineBytes + remainingBytes));
            assertThat(read().lastSecond()).isEqualTo(SECONDS - 1);
            assertThat(read().whole().cdc().transactions()).isEqualTo(10 * (SECONDS - 1));
            assertThat(read().notes()).isEmpty();
        }
        Files.write(
                samplesFile,
                Arrays.copyOf(bytes, Files.readAllLines(samplesFile).get(0).length() + 9));
        assertThat(read().lastSecond()).isZero();
        assertThat(Formats.unfinishedText(80).text(read())).contains("\nmeasured   not one second; begun at 2");
    }

    @Test
    void addsNoteOnUnreadableEndAfterPowerCut() throws IOException {
        truncate(samplesFile, 700);
        Files.write(samplesFile, new byte[4_096], StandardOpenOption.APPEND);
        Files.writeString(samplesFile, "\n", StandardOpenOption.APPEND);
        UnfinishedRun run = read();

        assertThat(run.lastSecond()).isBetween(SECONDS - 3L, SECONDS - 1L);
        assertThat(run.notes())
                .singleElement()
                .matches(note -> note.code() == Code.SAMPLES_UNREADABLE)
                .extracting(Note::text)
                .asString()
                .startsWith("samples after second " + run.lastSecond() + " cannot be read: ")
                .contains("in its row " + (run.lastSecond() + 1))
                .doesNotContain("\n");
    }

    @Test
    void omitsPhasesIfTimelineFileIsUnreadable() throws IOException {
        Path timeline = directory.resolve("course.jsonl");
        truncate(timeline, 20);
        assertThat(read().phases()).extracting(PhasePart::name).containsExactly("first");
        assertThat(read().actions()).as("its line was truncated").isEmpty();
        for (String text : List.of("", "garbage\n", "{\"kind\":\"course\"}\n", "\0\0\0\n")) {
            Files.writeString(timeline, text);
            assertThat(read().phases()).isEmpty();
            assertThat(read().whole().cdc().transactions()).isEqualTo(200);
            assertThat(read().notes()).containsExactly(Note.of(Code.PHASES_UNKNOWN, "file", "course.jsonl"));
        }
        Files.delete(timeline);
        assertThat(read().notes()).hasSize(1);
        assertThat(read().label()).isEmpty();
    }

    @Test
    void recognizesRunningPlan() {
        try (TimelineFile timeline = TimelineFile.create(directory, "elastic.yaml", "");
                SampleFile log = SampleFile.create(
                        directory, RunResults.plan(Sysbench.oltpInsert(), LoadSpec.closedLoop(4)), Map.of())) {
            timeline.writePhaseStart("first");
            assertThat(log.rows()).isEmpty();
            assertThat(read().goesOn()).isTrue();
            assertThat(Formats.unfinishedText(80).text(read()))
                    .contains("\nresult     Still running\n")
                    .containsPattern("\nfirst .*under way\n");
        }
        assertThat(read().goesOn()).isFalse();
    }

    @Test
    void pageReportsMissingResult() throws IOException {
        beginSecondPhase();
        UnfinishedPlan.UnfinishedSamples unfinished = findSamples();
        Document page = Documents.page(unfinished.run(), unfinished.seconds(), "");

        assertThat(page.title()).isEqualTo("oltp_insert, 4 threads, closed loop");
        assertThat(page.subtitle()).startsWith("elastic.yaml · not finished");
        assertThat(page.headline().text()).isEqualTo("Not finished: there is no result");
        assertThat(page.headline().limits()).isEmpty();
        assertThat(page.sections().stream().map(Section::id))
                .containsExactly(
                        "delay", // first, so that a chart is visible without scrolling
                        "phases",
                        "probes",
                        "steps",
                        "scaling",
                        "actions",
                        "where",
                        "throughput",
                        "writes",
                        "stream",
                        "about");
        assertThat(page.sections().stream()
                        .flatMap(section -> section.blocks().stream())
                        .filter(block ->
                                block instanceof Chart chart && chart.id().equals("bps"))
                        .map(block -> ((Chart) block).series().get(0).x().length))
                .containsExactly(SECONDS);
    }

    @Test
    void showsCapacityStepsAndCosts() throws IOException {
        Path timeline = directory.resolve("course.jsonl");
        String planWithPrice = "probes: {pool: {sql: SELECT 1, unit: MB}}\\nprice: {pool: 3600/MB-hour}";
        Files.writeString(timeline, Files.readString(timeline).replace("phases: []", planWithPrice));
        beginSecondPhase();
        assertThat(read().scaling().get(0).stretches())
                .extracting(Stretch::kind, Stretch::name, Stretch::transactions, part -> Math.round(part.cost()))
                .containsExactly(
                        tuple(StretchKind.LEVEL, "", 100L, 5_120L),
                        tuple(StretchKind.STEP, "", 100L, 10_240L),
                        tuple(StretchKind.PHASE, "first", 100L, 5_120L),
                        tuple(StretchKind.WHOLE, "", 200L, 15_360L));
        Map<String, String> prices = Map.of("pool", "1 CNY/MB-day");
        assertThat(UnfinishedPlan.find(directory, prices).orElseThrow().run().scaling())
                .extracting(scaling -> scaling.price().text())
                .containsExactly("1 CNY/MB-day");
    }

    @Test
    void pageOmitsSamplesFromUnreadableSecond() throws IOException {
        List<String> lines = Files.readAllLines(samplesFile);
        lines.set(6, "{}");
        Files.write(samplesFile, lines);
        UnfinishedPlan.UnfinishedSamples unfinished = findSamples();

        assertThat(unfinished.seconds()).hasSize(5);
        assertThat(Documents.page(unfinished.run(), unfinished.seconds(), "")
                        .headline()
                        .warnings())
                .anyMatch(warning -> warning.what().contains("amples after second 5"));
    }

    @Test
    void storedRunEqualsLiveRun() throws IOException {
        beginSecondPhase();
        UnfinishedPlan.UnfinishedSamples unfinished = findSamples();
        UnfinishedRun stored = unfinished.run();
        PartialRunTotals soFar = new PartialRunTotals(stored.label(), stored.text(), stored.plan(), stored.createdAt());
        soFar.phaseBegins("first");
        unfinished.seconds().subList(0, 10).forEach(soFar::add);
        soFar.phaseEnded(KilledPlan.FIRST_PHASE);
        stored.actions().forEach(soFar::addAction);
        soFar.phaseBegins("second");
        unfinished.seconds().subList(10, SECONDS).forEach(soFar::add);
        UnfinishedRun liveRun = soFar.toUnfinishedRun(Instant.now(), true);

        assertThat(liveRun.goesOn()).isTrue();
        assertThat(liveRun.lastSecond()).isEqualTo(SECONDS);
        assertThat(liveRun.whole()).isEqualTo(stored.whole());
        assertThat(liveRun.phases()).isEqualTo(stored.phases());
        assertThat(liveRun.actions()).isEqualTo(stored.actions());
        assertThat(liveRun.series()).isEqualTo(stored.series());
        assertThat(soFar.rows()).containsExactlyElementsOf(unfinished.seconds());
        assertThat(Documents.page(liveRun, soFar.rows(), "measuring").headline().text())
                .isEqualTo("Going on: measuring");
    }

    @Test
    void findsRunOnlyIfResultIsOfEarlierRun() throws IOException {
        ResultFiles.in(directory).write(plan(Instant.now().plusSeconds(1)));
        assertThat(find(directory)).isEmpty();
        assertThat(find(samplesFile)).isEmpty();

        ResultFiles.in(directory).write(plan(Instant.EPOCH));
        assertThat(read().notes()).containsExactly(Note.of(Code.RESULTS_OF_EARLIER_RUN));
        assertThat(find(samplesFile).map(UnfinishedRun::lastSecond)).contains((long) SECONDS);

        KilledPlan.write(directory, 0);
        assertThat(find(directory)).as("it has measured nothing").isEmpty();
        Files.writeString(samplesFile, "garbage\n");
        assertThat(find(directory)).as("the result can be read").isEmpty();
    }

    /** A kill or a full disk before the plan's result leaves the result of the whole run, which is written first. */
    @Test
    void ownResultOfWholeRunIsNotOfEarlierRun() throws IOException {
        RunResult run = RunResults.of(10, 0, 0, Verdict.Status.LOSSLESS);
        Instant createdAt = StoredSamples.createdAt(samplesFile);
        ResultFiles.in(directory)
                .write(RunResultCopy.of(run).startedAt(createdAt).build());
        assertThat(read().notes()).isEmpty();

        ResultFiles.in(directory)
                .write(RunResultCopy.of(run).startedAt(createdAt.minusMillis(1)).build());
        assertThat(read().notes()).containsExactly(Note.of(Code.RESULTS_OF_EARLIER_RUN));
    }

    @Test
    void rejectsGarbageWithOneLineMessage() throws IOException {
        assertThat(find(directory.resolve("nowhere"))).isEqualTo(Optional.empty());
        Files.write(samplesFile, new byte[100_000]);
        assertThatThrownBy(() -> find(directory))
                .isInstanceOf(RunFailedException.class)
                .hasMessage(samplesFile + " has no complete line; name a samples.jsonl");
        Files.writeString(samplesFile, "garbage\n");
        assertThatThrownBy(() -> find(directory))
                .isInstanceOf(RunFailedException.class)
                .hasMessageStartingWith(samplesFile + " is not a samples.jsonl: ")
                .hasMessageNotContaining("\n");
    }

    private static PlanResult plan(Instant startedAt) {
        RunResult completeRun = RunResults.of(10, 0, 0, Verdict.Status.LOSSLESS);
        return new PlanResult(
                RunResult.SCHEMA_VERSION,
                PlanResult.KIND,
                startedAt,
                "elastic.yaml",
                "",
                false,
                null,
                List.of(),
                List.of(),
                List.of(),
                completeRun,
                List.of());
    }
}
