// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.openLoop;
import static io.github.cdctester.config.Rate.perSecond;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.DurationSummary;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.suite.process.ConnectorConsumer;
import io.github.cdctester.suite.server.ClockedServer;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Checks runs during which the server's clock changes by an hour. Delays by heartbeats use the tester's clock and are unaffected. */
@Timeout(180)
abstract class SetClockContract {

    private static final double HOUR_MILLIS = 3_600_000;
    private static final double MINUTE_MILLIS = 60_000;
    private static final long MINUTE_SECONDS = 60;
    private static final int STEP_AT_SAMPLE = 2;

    private final Set<DelaySource> delaySources;
    private ClockedServer clockedServer;

    SetClockContract(Set<DelaySource> serverDelaySources) {
        delaySources = EnumSet.copyOf(serverDelaySources);
        delaySources.add(DelaySource.HEARTBEAT);
    }

    abstract ClockedServer start(Path directory);

    @BeforeEach
    void startServer(@TempDir Path directory) {
        clockedServer = start(directory);
        assertThat(serverSecondsAhead()).as("without a step").isBetween(-MINUTE_SECONDS, MINUTE_SECONDS);
    }

    @AfterEach
    void stopServer() {
        clockedServer.close();
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void forwardStepCausesNegativeDelays() {
        RunResult result = run(Duration.ofHours(1));
        result.summary().cdc().delays().forEach((source, delay) -> {
            if (source == DelaySource.HEARTBEAT) {
                assertUndisturbed(delay);
            } else {
                assertThat(delay.negatives())
                        .as(source + " is not clipped silently")
                        .isPositive();
                assertThat(delay.lowestMillis())
                        .as(source.toString())
                        .isBetween(-HOUR_MILLIS - MINUTE_MILLIS, -HOUR_MILLIS + MINUTE_MILLIS);
            }
        });
        String mainSource = result.summary().cdc().delay().source();
        assertThat(result.notes().stream()
                        .filter(note -> note.code() == Note.Code.DELAY_NEGATIVE)
                        .map(note -> note.arguments().getOrDefault("source", mainSource)))
                .as("one note for each disturbed source, the main one included")
                .containsExactlyInAnyOrderElementsOf(result.summary().cdc().delays().keySet().stream()
                        .filter(source -> source != DelaySource.HEARTBEAT)
                        .map(DelaySource::name)
                        .collect(Collectors.<Object>toList()));
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void backwardStepCausesLargeDelays() {
        run(Duration.ofHours(-1)).summary().cdc().delays().forEach((source, delay) -> {
            if (source == DelaySource.HEARTBEAT) {
                assertUndisturbed(delay);
            } else {
                assertThat(delay.maxMillis())
                        .as(source.toString())
                        .isBetween(HOUR_MILLIS - MINUTE_MILLIS, HOUR_MILLIS + MINUTE_MILLIS);
            }
        });
    }

    private static void assertUndisturbed(DurationSummary heartbeats) {
        assertThat(heartbeats.count()).isPositive();
        assertThat(heartbeats.negatives()).isZero();
        assertThat(heartbeats.maxMillis()).isBetween(0.0, MINUTE_MILLIS);
    }

    private RunResult run(Duration step) {
        AtomicInteger samples = new AtomicInteger();
        RunListener clockSetter = new RunListener() {
            @Override
            public void sample(SampleRow sample) {
                if (samples.incrementAndGet() == STEP_AT_SAMPLE) {
                    clockedServer.setAhead(step);
                }
            }
        };
        ConsumerProbe probe = ConsumerProbe.named("connector");
        RunResult result = runWithConsumer(
                CdcTester.plan()
                        .endpoint(clockedServer.server().endpoint())
                        .workload(Sysbench.oltpInsert().tableSize(10))
                        .load(openLoop(2, perSecond(200)))
                        .window(new Window(Duration.ZERO, Duration.ofSeconds(8), 0, Duration.ofSeconds(60)))
                        .subscriber(SubscriberSpec.DEFAULT.sideBySide(delaySources))
                        .listener(clockSetter)
                        .prepareFirst()
                        .cleanupAfter()
                        .consumer(probe),
                probe);
        Verdict verdict = result.verdict();
        assertThat(verdict.status()).as(verdict.reason()).isEqualTo(Verdict.Status.LOSSLESS);
        assertThat(verdict.method()).isEqualTo("exact");
        assertThat(verdict.committed()).isEqualTo(verdict.observed());
        assertThat(result.summary().cdc().gaps()).isEmpty();
        assertThat(serverSecondsAhead())
                .as("the server's clock shows the step")
                .isBetween(step.toSeconds() - MINUTE_SECONDS, step.toSeconds() + MINUTE_SECONDS);
        assertThat(result.summary().cdc().delays()).containsOnlyKeys(delaySources);
        return result;
    }

    /** The consumer uses the tester's clock. */
    private RunResult runWithConsumer(PlanBuilder plan, ConsumerProbe probe) {
        try (ConnectorConsumer consumer =
                ConnectorConsumer.follow(clockedServer.server(), probe, Identity.GTID, number -> false)) {
            assertThat(consumer).isNotNull();
            RunResult result = RoundTripChecks.run(plan);
            ConsumerResult consumerResult = result.consumers().get(0);
            assertThat(consumerResult.verdict().status())
                    .as(consumerResult.toString())
                    .isEqualTo(Verdict.Status.LOSSLESS);
            assertThat(consumerResult.notes().stream()
                            .anyMatch(note -> note.code() == Note.Code.CONSUMER_DELAY_NEGATIVE))
                    .as("the note, if the commit times of the log give negative delays: " + consumerResult)
                    .isEqualTo(consumerResult.delay().negatives() > 0
                            && consumerResult.delay().source().equals("COMMIT_TIMESTAMP"));
            return result;
        }
    }

    private long serverSecondsAhead() {
        return clockedServer.server().queryNumber("SELECT UNIX_TIMESTAMP()") - System.currentTimeMillis() / 1_000;
    }
}
