// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Window;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The clock advances while the run waits for the workers. */
@Timeout(30)
class WriteSideTest {

    private static final Duration MEASURE = ofSeconds(20);

    /** Longer than the timeout of each workload. */
    private static final Duration NEVER = Duration.ofDays(1);

    private final StopSignal stop = new StopSignal();
    private final AtomicLong nanos = new AtomicLong(5_000_000_000L);

    /** The durations are the times from the load's stop to the end of its last transaction. */
    private WriteSide begin(Map<NamedLoad, Duration> lastTransactionTimes) throws InterruptedException {
        List<NamedLoad> loads = lastTransactionTimes.keySet().stream()
                .sorted((left, right) -> left.name().compareTo(right.name()))
                .toList();
        Endpoint endpoint = Endpoint.of("jdbc:mysql://db:3306/sbtest", "root", "secret");
        Plan plan = Plan.of(endpoint, new Window(Duration.ZERO, MEASURE, 0, ofSeconds(30)), loads);
        WriteSide write = new WriteSide(
                plan,
                new LoadWorkloads(),
                new TablePolicy(false, false, false, false),
                new WriteTarget(endpoint, false, Optional.empty(), null), // no statement is executed
                spec -> new SimulatedPool(nanos::get, nanos::addAndGet, lastTransactionTimes.get(spec.load())),
                new RunListener() {},
                stop,
                nanos::get);
        write.connect(loads.stream().map(NamedLoad::name).toList(), null, () -> {});
        write.openWindow(nanos.get());
        nanos.addAndGet(MEASURE.toNanos());
        return write;
    }

    private static NamedLoad load(String name) {
        return NamedLoad.of(Sysbench.oltpInsert(), LoadSpec.closedLoop(1)).named(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "b"})
    void slowEndOfOneLoadDoesNotDelayOthers(String slowLoad) throws InterruptedException {
        WriteSide write = begin(Map.of(
                load("a"), slowLoad.equals("a") ? ofSeconds(10) : Duration.ZERO,
                load("b"), slowLoad.equals("b") ? ofSeconds(10) : Duration.ZERO));
        write.end();
        for (RunningLoad load : write.loads()) {
            assertThat(load.seconds(0))
                    .as(load.load().name())
                    .isEqualTo(load.load().name().equals(slowLoad) ? 30 : 20);
        }
    }

    @Test
    void endWaitsForEachTransactionUpToItsTimeLimit() throws InterruptedException {
        WriteSide write = begin(Map.of(load("a"), ofSeconds(10), load("b"), NEVER));
        long stopNanos = nanos.get();
        assertThatThrownBy(write::end)
                .isInstanceOf(RunFailedException.class)
                .hasMessage("a transaction did not end within 30 s after the load was stopped; check db:3306");
        assertThat(nanos.get() - stopNanos).isEqualTo(ofSeconds(30).toNanos());
        assertThat(write.loads().get(0).seconds(0)).isEqualTo(30);
    }

    @Test
    void stopRequestCancelsTransactionsOfAllLoads() throws InterruptedException {
        WriteSide write = begin(Map.of(load("a"), NEVER, load("b"), NEVER));
        stop.raise();
        write.end();
        assertThat(write.loads()).extracting(load -> load.seconds(0)).containsExactly(20.0, 20.0);
    }

    @Test
    void backgroundTransactionHasTimeLimit() throws InterruptedException {
        WriteSide write = begin(Map.of(
                load("a"),
                Duration.ZERO,
                NamedLoad.background(Sysbench.oltpInsert(), LoadSpec.closedLoop(1))
                        .named("b"),
                NEVER));
        assertThat(write.finishBackground()).isTrue();
        nanos.addAndGet(ofSeconds(29).toNanos());
        assertThat(write.hasBackgroundEnded()).isFalse();
        nanos.addAndGet(ofSeconds(1).toNanos());
        assertThatThrownBy(write::hasBackgroundEnded)
                .isInstanceOf(RunFailedException.class)
                .hasMessage("a transaction did not end within 30 s after the load was stopped; check db:3306");
    }
}
