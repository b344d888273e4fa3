// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Plan;
import io.github.cdctester.config.SubscriberSpec.Reader;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.report.compose.Documents;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.sample.SampleRow.Motion;
import io.github.cdctester.result.summary.Summary;
import io.github.cdctester.result.summary.Summary.StreamSummary;
import io.github.cdctester.result.summary.Summary.TesterSummary;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Runs in which the server cannot be blamed for the delay. The reader used a processor for 17 % of the time. */
class UnknownBottleneckTest {

    private static final RunResult RUN = RunResults.of(1_000, 0, 1.7, Verdict.Status.LOSSLESS);
    private static final Note DRAINED = Note.of(Code.DELAY_IS_AGE_OF_LOG, "drained", "true");
    private static final long BYTES_PER_SECOND = 10_000_000;

    private static String bottleneckText(Plan plan, Summary summary, Note note, List<SampleRow> rows) {
        Document page =
                Documents.page(PageSeconds.with(RUN, plan, RUN.server(), summary, List.of(note), rows, List.of()));
        return PageParts.section(page, "where").introduction();
    }

    private static String bottleneckText(Note note, List<SampleRow> rows) {
        return bottleneckText(RUN.plan(), RUN.summary(), note, rows);
    }

    /** The stream catches up in the first seconds, then nothing is written. */
    private static List<SampleRow> secondsWithBacklog(int secondsBehind) {
        List<SampleRow> rows = new ArrayList<>();
        for (int second = 1; second <= 10; second++) {
            boolean isBehind = second <= secondsBehind;
            rows.add(PageSeconds.second(second)
                    .behind(
                            isBehind ? 90_000_000L : 0L,
                            isBehind ? BYTES_PER_SECOND : 0,
                            isBehind ? Motion.FLOWING : Motion.IDLE)
                    .readerPercent(isBehind ? 60 : 0)
                    .row());
        }
        return rows;
    }

    @Test
    void namesNetworkAndServerAfterDrain() {
        assertThat(bottleneckText(DRAINED, secondsWithBacklog(10)))
                .contains("The reader was not the limit: it used a processor for 17 % of the time")
                .contains("or the network");
    }

    @Test
    void namesNoBottleneckIfAllProcessorsAreBusy() {
        Summary summary = withTester(99.7, List.of());

        assertThat(bottleneckText(RUN.plan(), summary, DRAINED, secondsWithBacklog(10)))
                .contains("The bottleneck is not known: the reader used a processor for 17 % of the time,"
                        + " and all processes used 100 % of the processors of the tester's machine.");
    }

    @Test
    void connectorCanBeLimitBelowFullProcessor() {
        Plan plan = RUN.plan().subscriber(RUN.plan().subscriber().reader(Reader.CONNECTOR));

        assertThat(bottleneckText(plan, RUN.summary(), DRAINED, secondsWithBacklog(10)))
                .contains("The limit is the connector, which used a processor for 17 % of the time, the server or the"
                        + " network; the run cannot distinguish them.");
    }

    @Test
    void namesBottleneckOfOldLogOnlyWhileBehind() {
        Note followed = Note.of(Code.DELAY_IS_AGE_OF_LOG);

        assertThat(bottleneckText(followed, secondsWithBacklog(1))).endsWith("not the delay of the stream.");
        assertThat(bottleneckText(followed, secondsWithBacklog(5)))
                .contains("The reader was not the limit: it used a processor for 60 % of the time in which the stream"
                        + " was behind");
    }

    @Test
    void paceOfPlayedLogIsNoBottleneck() {
        Note played = Note.of(Code.DELAY_IS_AGE_OF_LOG, "played", "true");

        assertThat(bottleneckText(played, secondsWithBacklog(5))).endsWith("not the delay of the stream.");
    }

    @Test
    void eachOfSeveralStreamsCanHaveItsOwnBottleneck() {
        StreamSummary stream = new StreamSummary("a", "h:1", RUN.summary().stream(), 1.7, RUN.server(), RUN.clock());
        Summary summary = withTester(null, List.of(stream, stream));

        assertThat(bottleneckText(RUN.plan(), summary, DRAINED, secondsWithBacklog(10)))
                .endsWith("The bottleneck is not known: each stream can have its own.");
    }

    private static Summary withTester(@Nullable Double machineCpuPercent, List<StreamSummary> streams) {
        Summary summary = RUN.summary();
        TesterSummary tester = new TesterSummary(
                1.5, 0.3, summary.tester().readerCpuSeconds(), machineCpuPercent, 12, 100_000_000, 0, 0, 0, List.of());
        return new Summary(summary.seconds(), summary.cdc(), streams, null, summary.write(), tester, summary.probes());
    }
}
