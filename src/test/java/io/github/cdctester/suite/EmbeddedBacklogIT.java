// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.Window;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.run.load.TablePolicy;
import io.github.cdctester.internal.run.phases.PlannedPhase.Backlog;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.BacklogResult;
import io.github.cdctester.result.RunResult.BacklogResult.Stretch;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.suite.server.DumpThreads;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.largetx.LargeTransactions;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks that changes during a pause of the stream are read afterwards, each exactly once. */
@Timeout(120)
final class EmbeddedBacklogIT {

    private static final long MIN_BACKLOG_BYTES = 20_000_000;

    /** The rate is independent of the server's speed. */
    private static final NamedLoad BULK_LOAD = new NamedLoad(
            "bulk",
            LargeTransactions.insert().trxBytes(700_000),
            LoadSpec.openLoop(1, Rate.perSecond(20)),
            Duration.ZERO,
            Duration.ZERO,
            100,
            false);

    private static final NamedLoad SMALL_LOAD = NamedLoad.of(
                    Sysbench.oltpInsert().tables(1).tableSize(100), LoadSpec.openLoop(1, Rate.perSecond(300)))
            .named("small")
            .between(Duration.ZERO, ofSeconds(4));

    @Test
    void readsBacklogOnceAfterPause() {
        try (TestServer server = EmbeddedTestServer.shared()) {
            Backlog phase = new Backlog(
                    "pile",
                    List.of("bulk", "small"),
                    ofMillis(200),
                    OptionalLong.of(MIN_BACKLOG_BYTES),
                    Optional.empty(),
                    ofSeconds(60));

            List<Integer> dumpThreadsDuringPause = new ArrayList<>();
            RunListener observer = new RunListener() {
                @Override
                public void step(String step) {
                    if (step.equals("catching up")) {
                        dumpThreadsDuringPause.add(awaitNoDumpThreads(server));
                    }
                }
            };

            RunResult result = RoundTripChecks.run(settings(server, observer).withPhases(List.of(phase)));

            assertThat(dumpThreadsDuringPause).containsExactly(0);

            PhaseSpan span = result.phases().get(0);
            BacklogResult backlog = span.backlog();
            assertThat(span.kind()).isEqualTo(PhaseSpan.PhaseType.BACKLOG);
            assertThat(span.ended()).contains("MB piled up in", "caught up in", "bulk: 100 transactions");
            assertThat(backlog.piledUpBytes()).isGreaterThanOrEqualTo(MIN_BACKLOG_BYTES);
            assertThat(backlog.readBytes()).isGreaterThanOrEqualTo(backlog.piledUpBytes());
            assertThat(backlog.catchUpSeconds()).isPositive();
            assertThat(backlog.leftBytes()).isZero();
            assertThat(backlog.stretches())
                    .extracting(Stretch::part)
                    .startsWith(
                            Stretch.BacklogPart.BEFORE, Stretch.BacklogPart.PILING_UP, Stretch.BacklogPart.CATCHING_UP);
            assertEachTransactionCountedOnce(server, result);
            assertThat(result.summary().cdc().delay().maxMillis())
                    .as("the first transaction of the backlog was read after the pause")
                    .isGreaterThan(backlog.pausedSeconds() * 1_000 / 2);
            assertThat(result.notes()).extracting(Note::code).contains(Code.DELAY_INCLUDES_PAUSE);
            assertThat(server.queryRows("SHOW TABLES")).isEmpty();
        }
    }

    /** The tester must end the dump thread, because the server notices a closed connection only when it sends the next event. */
    private static int awaitNoDumpThreads(TestServer server) {
        return Eventually.assertThat(ofSeconds(30), () -> DumpThreads.list(server), List::isEmpty)
                .size();
    }

    private static void assertEachTransactionCountedOnce(TestServer server, RunResult result) {
        CdcSummary cdc = result.summary().cdc();
        assertThat(result.verdict().status()).isEqualTo(Verdict.Status.LOSSLESS);
        assertThat(result.verdict().observed()).isEqualTo(result.verdict().committed());
        assertThat(cdc.transactions() - cdc.heartbeats().transactions())
                .isEqualTo(result.summary().write().transactions());
        assertThat(cdc.gaps()).as("a planned pause is not a gap").isEmpty();
        assertThat(cdc.omittedBytes()).isZero();
        assertThat(cdc.bytes())
                .isEqualTo(server.bytesBetween(
                        cdc.from().file(),
                        cdc.from().position(),
                        cdc.to().file(),
                        cdc.to().position()));
    }

    private static RunSettings settings(TestServer server, RunListener listener) {
        Plan plan = Plan.of(
                server.endpoint(),
                new Window(Duration.ZERO, ofSeconds(120), 0, ofSeconds(60)),
                List.of(BULK_LOAD, SMALL_LOAD));
        return RunSettings.of(plan, new TablePolicy(true, true, false, false), listener, new StopSignal());
    }
}
