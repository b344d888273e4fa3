// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.report.StoredResult;
import io.github.cdctester.internal.report.compose.Documents;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Figure;
import io.github.cdctester.internal.report.document.Series;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.sample.SampleRow.Motion;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

/** The stream reads the log at 10 MB/s. */
class DelayCauseTest {

    private static final long READ_BYTES_PER_SECOND = 10_000_000;
    private static final int SECONDS = 20;

    private static Document page(double readerCpuSeconds, IntToLongFunction behindBytes) {
        RunResult run = RunResults.of(1_000, 0, readerCpuSeconds, Verdict.Status.LOSSLESS);
        List<SampleRow> rows = new ArrayList<>();
        for (int second = 1; second <= SECONDS; second++) {
            rows.add(PageSeconds.second(second)
                    .behind(behindBytes.applyAsLong(second), READ_BYTES_PER_SECOND, Motion.FLOWING)
                    .row());
        }
        return Documents.page(PageSeconds.with(run, rows));
    }

    private static String bottleneckText(Document page) {
        return PageParts.section(page, "where").introduction();
    }

    @Test
    void splitsMeanDelayIfStreamKeepsUp() {
        Document page = page(1, second -> 20_000);

        assertThat(bottleneckText(page))
                .contains("The stream kept up: it was at most 0.02 MB behind")
                .contains("100 % of the mean DT pass before a transaction's first byte");
    }

    @Test
    void doesNotBlameServerForWholeSecondsOfEventHeaders() {
        RunResult run = StoredResult.of(
                        "event-header",
                        Formats.JSON
                                .text(RunResults.of(1_000, 0, 1, Verdict.Status.LOSSLESS))
                                .replace("\"COMMIT_TIMESTAMP\"", '"' + DelaySource.EVENT_HEADER.name() + '"'))
                .run();
        Document page = Documents.page(
                PageSeconds.with(run, List.of(PageSeconds.second(1).row())));

        assertThat(bottleneckText(page))
                .contains("The run cannot divide the delay: event headers contain whole seconds")
                .doesNotContain("%");
        assertThat(PageParts.text(page)).contains("server and network, and 0 to 1 s too long");
        assertThat(page.headline().figures()).extracting(Figure::note).contains("EVENT_HEADER, 0 to 1 s too long");
    }

    @Test
    void blamesReaderIfItIsBusy() {
        assertThat(bottleneckText(page(9.5, second -> 5_000_000L * second)))
                .contains("The reader is the limit, or near it: it used a processor for 95 % of the time");
    }

    @Test
    void blamesServerIfReaderIsIdle() {
        assertThat(bottleneckText(page(1, second -> 5_000_000L * second)))
                .contains("The reader was not the limit")
                .contains("the server, whose dump thread")
                .contains("the network; the run cannot distinguish them");
    }

    @Test
    void writtenEqualsReadPlusBacklogGrowth() {
        Document page = page(1, second -> 5_000_000L * second);

        Series writtenSeries = PageParts.series(PageParts.chart(page, "pace"), "written");
        assertThat(writtenSeries.y()[10]).isCloseTo(15, within(0.001));
        assertThat(PageParts.series(PageParts.chart(page, "pace"), "read").y()[10])
                .isEqualTo(10);
        assertThat(PageParts.text(page)).contains("at these speeds it never catches up");
    }

    @Test
    void forecastsCatchUp() {
        // the backlog is 200 MB; 6 of the 10 MB/s reduce it
        Document page = page(1, second -> 200_000_000L - 6_000_000L * second);

        Series forecast = PageParts.series(PageParts.chart(page, "pace"), "caught up in");
        assertThat(forecast.y()[forecast.y().length - 1]).isCloseTo(80.0 / 6, within(0.01));
        assertThat(PageParts.text(page)).contains("would have caught up 13.3 s later");
    }

    @Test
    void bottleneckIsUnknownIfBacklogIsUnknown() {
        assertThat(bottleneckText(pageWithUnknownBacklog(Verdict.Status.LOSSLESS)))
                .contains("It is not known for each second whether")
                .contains("the server did not report the end of its log. It needed 5.0 s after the last commit");
        assertThat(bottleneckText(pageWithUnknownBacklog(Verdict.Status.BEHIND)))
                .contains("It is not known for each second whether")
                .doesNotContain("to read the rest");
    }

    private static Document pageWithUnknownBacklog(Verdict.Status status) {
        return Documents.page(PageSeconds.with(
                RunResults.of(1_000, 5, 1, status),
                List.of(PageSeconds.second(1)
                        .behind(null, READ_BYTES_PER_SECOND, Motion.FLOWING)
                        .row())));
    }

    @Test
    void doesNotClaimThatStreamKeptUpInUnknownSeconds() {
        assertThat(bottleneckText(pageWithUnknownSeconds(1_000L)))
                .startsWith(
                        "It is not known for each second whether the stream kept up: the server did not report the end of"
                                + " its log in 10 of 20 seconds. In the others it was never behind the end of the log.");
        assertThat(bottleneckText(pageWithUnknownSeconds(90_000_000L)))
                .startsWith("The stream was behind in 9 seconds, by up to 90.00 MB");
    }

    private static Document pageWithUnknownSeconds(long behindBytes) {
        List<SampleRow> rows = new ArrayList<>();
        for (int second = 1; second <= SECONDS; second++) {
            rows.add(PageSeconds.second(second)
                    .behind(second > 10 ? null : behindBytes, READ_BYTES_PER_SECOND, Motion.FLOWING)
                    .row());
        }
        return Documents.page(PageSeconds.with(RunResults.of(1_000, 0, 1, Verdict.Status.LOSSLESS), rows));
    }

    /** The reader's mean load is irrelevant. */
    @Test
    void blamesReaderThatIsBusyWhileBehind() {
        Document busyReader = Documents.page(runWithReaderLoad(second -> second > 15 ? 97 : 5));
        Document idleReader = Documents.page(runWithReaderLoad(second -> second > 15 ? 12 : 90));

        assertThat(bottleneckText(busyReader))
                .contains("The stream was behind in 5 seconds")
                .contains("it used a processor for 97 % of the time in which the stream was behind");
        assertThat(bottleneckText(idleReader)).contains("The reader was not the limit: it used a processor for 12 %");
        assertThat(PageParts.series(PageParts.chart(busyReader, "reader"), "reader")
                        .y())
                .hasSize(SECONDS)
                .endsWith(97);
        assertThat(PageParts.chart(busyReader, "reader").ys().get(0).unit()).isEqualTo("%");
        assertThat(PageParts.chart(busyReader, "reader").note()).contains("at 80 % or more in 5 of 20 s");
    }

    private static RunResult runWithReaderLoad(IntToLongFunction readerPercent) {
        List<SampleRow> rows = new ArrayList<>();
        for (int second = 1; second <= SECONDS; second++) {
            rows.add(PageSeconds.second(second)
                    .behind(second > 15 ? 90_000_000L : 1_000L, READ_BYTES_PER_SECOND, Motion.FLOWING)
                    .readerPercent(readerPercent.applyAsLong(second))
                    .row());
        }
        return PageSeconds.with(RunResults.of(1_000, 0, 1, Verdict.Status.LOSSLESS), rows);
    }

    @Test
    void ignoresMeanCpuIfBehindForFewSeconds() {
        assertThat(bottleneckText(page(1, second -> second > 15 ? 90_000_000 : 1_000)))
                .contains("The stream was behind in 5 seconds, by up to 90.00 MB")
                .contains("The bottleneck in these seconds is not known");
    }

    @Test
    void ignoresWarmUp() {
        List<SampleRow> rows = new ArrayList<>();
        for (int second = 1; second <= SECONDS; second++) {
            rows.add(PageSeconds.second(second)
                    .part(second > 15 ? SampleRow.RunPart.MEASURE : SampleRow.RunPart.WARM_UP)
                    .behind(second > 15 ? 1_000L : 90_000_000L, READ_BYTES_PER_SECOND, Motion.FLOWING)
                    .readerPercent(90)
                    .row());
        }
        Document page = Documents.page(PageSeconds.with(RunResults.of(1_000, 0, 1, Verdict.Status.LOSSLESS), rows));

        assertThat(bottleneckText(page)).contains("The stream kept up: it was never behind the end of the log.");
        assertThat(PageParts.chart(page, "reader").note()).contains("at 80 % or more in 5 of 5 s");
    }

    /** Their percentage is the sum over all readers. */
    @Test
    void ignoresReaderLoadOfSecondsWithoutSingleStreams() {
        RunResult run = runWithReaderLoad(second -> 90);
        List<SampleRow> rows = new ArrayList<>(run.samples());
        rows.set(SECONDS - 1, withTwoStreams(rows.get(SECONDS - 1)));
        Endpoint endpoint = run.plan().endpoint();
        Plan plan = run.plan()
                .subscriber(run.plan()
                        .subscriber()
                        .streams(List.of(
                                new StreamSpec("a", endpoint, StartPosition.now()),
                                new StreamSpec("b", endpoint, StartPosition.now()))));
        Document page = Documents.page(
                PageSeconds.with(run, plan, run.server(), run.summary(), run.notes(), rows, run.phases()));

        assertThat(PageParts.chart(page, "reader").note()).contains("at 80 % or more in 1 of 1 s");
    }

    private static SampleRow withTwoStreams(SampleRow row) {
        return new SampleRow(
                row.second(),
                row.phase(),
                row.seconds(),
                row.write(),
                row.cdc(),
                List.of(new SampleRow.Stream("a", row.stream()), new SampleRow.Stream("b", row.stream())),
                row.workloads(),
                row.probes(),
                row.consumers());
    }

    @Test
    void reportsAgeInsteadOfDelayForExistingBinlog() {
        RunResult run = RunResults.of(1_000, 0, 9.5, Verdict.Status.LOSSLESS);
        Document page = Documents.page(PageSeconds.with(
                run,
                run.plan(),
                run.server(),
                run.summary(),
                List.of(Note.of(Note.Code.DELAY_IS_AGE_OF_LOG)),
                List.of(PageSeconds.second(1).row()),
                List.of()));

        assertThat(bottleneckText(page))
                .contains("DT is its age")
                .contains("The reader is the limit, or near it: it used a processor for 95 %");
    }
}
