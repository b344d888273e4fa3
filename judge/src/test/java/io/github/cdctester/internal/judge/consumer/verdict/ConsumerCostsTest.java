// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.SubscriberSpec.Sharing;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.report.JudgedResult;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResultCopy;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.ClockSummary;
import io.github.cdctester.result.summary.ConsumerCost;
import io.github.cdctester.result.summary.Summary;
import io.github.cdctester.result.summary.Summary.StreamSummary;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The stream reads 515,000 bytes in the measured part. The consumer uses 2 s of CPU time. */
class ConsumerCostsTest {

    private static final RunResult RUN = RunResults.of(1_000, 0, 0.1, Verdict.Status.LOSSLESS);
    private static final CdcSummary LOG = withRows(RUN.summary().stream(), 3_000);

    private static CdcSummary withRows(CdcSummary log, long rows) {
        return new CdcSummary(
                log.delay(),
                log.delayAtFirstByte(),
                log.delayEndToEnd(),
                null,
                log.delays(),
                log.seconds(),
                log.bytesPerSecond(),
                log.eventsPerSecond(),
                log.transactionsPerSecond(),
                null,
                "exact",
                rows,
                log.rowsByTable(),
                0,
                log.bytes(),
                log.events(),
                log.transactions(),
                log.eventsByKind(),
                log.payloads(),
                log.heartbeats(),
                0,
                0,
                0,
                log.gaps(),
                log.from(),
                log.to(),
                log.drain(),
                null);
    }

    /** Values of several streams together are sums. */
    private static Summary summary(CdcSummary log, int streams) {
        List<StreamSummary> streamSummaries = new ArrayList<>();
        for (int i = 1; i <= streams; i++) {
            streamSummaries.add(
                    new StreamSummary("stream" + i, "db:3306", LOG, 0, RUN.server(), new ClockSummary(0, 0)));
        }
        return new Summary(
                10,
                log,
                streamSummaries,
                null,
                RUN.summary().write(),
                RUN.summary().tester(),
                List.of());
    }

    private static StreamSpec stream(String host) {
        return StreamSpec.at(Endpoint.of("jdbc:mysql://" + host + ":3306/sbtest", "root", "secret"));
    }

    private static ConsumerResult consumer() {
        return ConsumerResultCopy.of(JudgedResult.lossless("one"))
                .cost(new ConsumerCost(2, 1, 1, null, null, null, null, null, null, 0, List.of()))
                .build();
    }

    private static ConsumerCost cost(Plan plan, Summary summary, UnreadWarmUp unread) {
        return new ConsumerCosts(plan, summary)
                .perUnit(List.of(consumer()), List.of(unread))
                .get(0)
                .cost();
    }

    private static ConsumerCost cost(long unreadBytes) {
        return cost(RUN.plan(), summary(LOG, 0), new UnreadWarmUp(unreadBytes, -1));
    }

    @Test
    void divisorIncludesUnreadWarmUp() {
        assertThat(cost(0).cpuSecondsPerGigabyte()).isCloseTo(2 / 515e-6, within(1e-6));
        assertThat(cost(0).cpuSecondsPerMillionChanges()).isCloseTo(2 / 3e-3, within(1e-6));
        assertThat(cost(515_000).cpuSecondsPerGigabyte()).isCloseTo(1 / 515e-6, within(1e-6));
        assertThat(cost(515_000).cpuSecondsPerMillionChanges())
                .as("the rows of the warm-up are not counted, so they are estimated from its bytes")
                .isCloseTo(1 / 3e-3, within(1e-6));
        assertThat(cost(RUN.plan(), summary(LOG, 0), new UnreadWarmUp(-1, LOG.transactions())))
                .as("transactions of the same size")
                .isEqualTo(cost(515_000));
    }

    @Test
    void costIsUnknownIfUnreadWarmUpIsUnknown() {
        assertThat(cost(-1).cpuSecondsPerGigabyte()).isNull();
        assertThat(cost(-1).cpuSecondsPerMillionChanges()).isNull();
    }

    @Test
    void costPerGigabyteIsUnknownIfMissingReportsAreUnknown() {
        ConsumerResult consumer =
                ConsumerResultCopy.of(consumer()).notSeen(null).build();
        ConsumerCost cost = new ConsumerCosts(RUN.plan(), summary(LOG, 0))
                .perUnit(List.of(consumer), List.of(new UnreadWarmUp(0, 0)))
                .get(0)
                .cost();
        assertThat(cost.cpuSeconds()).isEqualTo(2);
        assertThat(cost.cpuSecondsPerGigabyte()).isNull();
        assertThat(cost.cpuSecondsPerMillionChanges()).isNull();
    }

    @Test
    void consumersReadFirstOfSeveralStreams() {
        CdcSummary sum = RunResults.of(2_000, 0, 0.1, Verdict.Status.LOSSLESS).summary().stream();

        assertThat(cost(RUN.plan(), summary(sum, 2), new UnreadWarmUp(0, 0))).isEqualTo(cost(0));
    }

    @Test
    void logThatStreamsDivideIsSumOfStreams() {
        CdcSummary sum = RunResults.of(2_000, 0, 0.1, Verdict.Status.LOSSLESS).summary().stream();
        Plan plan = RUN.plan()
                .verification(Plan.Verification.OFF)
                .subscriber(SubscriberSpec.DEFAULT
                        .streams(List.of(stream("db1"), stream("db2")))
                        .streamsShare(Sharing.ROWS));

        assertThat(cost(plan, summary(sum, 2), new UnreadWarmUp(0, 0)).cpuSecondsPerGigabyte())
                .isCloseTo(2 / 1_000e-6, within(1e-6));
        assertThat(cost(plan, summary(sum, 2), new UnreadWarmUp(1_000_000, -1)).cpuSecondsPerGigabyte())
                .as("positions of one part of the log")
                .isNull();
    }
}
