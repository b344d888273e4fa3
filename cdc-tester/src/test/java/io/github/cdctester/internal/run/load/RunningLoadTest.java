// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Rate;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class RunningLoadTest {

    private static final long SECOND_NANOS = 1_000_000_000;

    private final AtomicLong nanos = new AtomicLong(77);
    private final FakeTransactions fakeTransactions = new FakeTransactions();
    private RunningLoad load;
    private long windowEndNanos = LoadInterval.OPEN;
    private Duration length = Duration.ZERO;
    private long startDelayNanos;
    /** {@code null} keeps the default. */
    private BiFunction<String, Object[], @Nullable Object> returnOverrides = (method, arguments) -> null;

    @AfterEach
    void close() {
        load.close();
    }

    @Test
    void transactionLimitLeavesNoWaitingStarts() throws Exception {
        begin(LoadSpec.openLoop(2, Rate.perSecond(100)), 50);
        nanos.addAndGet(SECOND_NANOS);
        awaitEnd();
        assertThat(load.hasReachedLimit()).isTrue();
        RunningLoad.end(List.of(load), new StopSignal());
        assertThat(load.waitingTimes().count()).isZero();
    }

    @Test
    void failedWorkersDoNotReachLimit() throws Exception {
        fakeTransactions.failsTransactions = true;
        begin(LoadSpec.openLoop(2, Rate.perSecond(100)), 0);
        nanos.addAndGet(SECOND_NANOS);
        awaitEnd();
        assertThat(load.hasReachedLimit()).isFalse();
        assertThatThrownBy(() -> RunningLoad.end(List.of(load), new StopSignal()))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("db:3306")
                .hasMessageContaining("fails on demand");
    }

    /** The transaction of another worker does not end. */
    @Test
    void failureEndsPause() throws Exception {
        fakeTransactions.failsTransactions = true;
        long beginNanos = nanos.get();
        returnOverrides = (method, arguments) -> {
            if (method.equals("pause")) {
                nanos.addAndGet((long) arguments[0]);
            }
            return method.equals("pause") ? false : null;
        };
        begin(LoadSpec.closedLoop(2), 0);
        awaitEnd();
        assertThatThrownBy(() -> load.pause(new StopSignal()))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("fails on demand");
        assertThat(nanos.get() - beginNanos).isLessThan(SECOND_NANOS);
    }

    @Test
    void abandonedLoadCountsScheduledStarts() throws Exception {
        fakeTransactions.failsTransactions = true;
        begin(LoadSpec.openLoop(1, Rate.perSecond(1_000)), 0);
        nanos.addAndGet(SECOND_NANOS);
        load.abandon(); // abandon() does not check whether the worker is alive
        assertThat(load.scheduledTransactions()).isBetween(999L, 1_001L);
        assertThat(load.waitingTimes().count()).isBetween(998L, 1_001L);
    }

    @Test
    void abandonedLoadCountsFinalReportsOfNodes() throws Exception {
        int[] waits = {0};
        returnOverrides = (method, arguments) -> {
            if (method.equals("awaitEnd") && (long) arguments[0] > 0) {
                waits[0]++;
            }
            return method.equals("scheduled") && waits[0] == 0 ? 0L : null;
        };
        begin(LoadSpec.openLoop(1, Rate.perSecond(1_000)), 0);
        nanos.addAndGet(SECOND_NANOS);
        load.abandon();
        assertThat(load.scheduledTransactions()).isBetween(999L, 1_001L);
        assertThat(waits).containsExactly(1);
    }

    @Test
    void startsNoTransactionAtWindowEnd() throws Exception {
        windowEndNanos = nanos.get() + 3 * SECOND_NANOS;
        begin(LoadSpec.openLoop(2, Rate.perSecond(1)), 0);
        nanos.addAndGet(60 * SECOND_NANOS);
        while (fakeTransactions.executedCount.get() < 3) {
            Thread.onSpinWait();
        }
        RunningLoad.end(List.of(load), new StopSignal());
        assertThat(fakeTransactions.executedCount).hasValue(3); // starts at 0, 1 and 2 s
        assertThat(load.scheduledTransactions()).isEqualTo(3);
        assertThat(load.waitingTimes().count()).isZero();
    }

    /** Worker nodes start later, because they must be notified first. */
    @Test
    void laterStartShiftsEnd() throws Exception {
        startDelayNanos = SECOND_NANOS / 2;
        length = Duration.ofSeconds(3);
        begin(LoadSpec.openLoop(1, Rate.perSecond(1)), 0);
        assertThat(load.lateNanos())
                .as("the delayed start does not count as late")
                .isZero();
        assertThat(load.advance(nanos.addAndGet(SECOND_NANOS))).isEqualTo(5 * SECOND_NANOS / 2);
        nanos.addAndGet(60 * SECOND_NANOS);
        while (fakeTransactions.executedCount.get() < 3) {
            Thread.onSpinWait();
        }
        RunningLoad.end(List.of(load), new StopSignal());
        assertThat(load.scheduledTransactions()).isEqualTo(3); // starts at 0.5, 1.5 and 2.5 s
    }

    private WorkerPool withOverrides(WorkerPool pool) {
        return (WorkerPool) Proxy.newProxyInstance(
                WorkerPool.class.getClassLoader(), new Class<?>[] {WorkerPool.class}, (proxy, method, arguments) -> {
                    Object answer = returnOverrides.apply(method.getName(), arguments);
                    if (answer != null) {
                        return answer;
                    }
                    return method.getName().equals("open")
                            ? (Object) pool.open((long) arguments[0] + startDelayNanos)
                            : method.invoke(pool, arguments);
                });
    }

    @Test
    void closedLoopHasNoSchedule() throws Exception {
        begin(LoadSpec.closedLoop(1), 0);
        load.abandon();
        assertThat(load.scheduledTransactions()).isNull();
        assertThat(load.waitingTimes()).isNull();
    }

    private void begin(LoadSpec loadSpec, long maxTransactions) throws InterruptedException {
        load = new RunningLoad(
                NamedLoad.of(Sysbench.oltpInsert(), loadSpec).between(Duration.ZERO, length),
                fakeTransactions,
                0,
                maxTransactions,
                "db:3306",
                nanos::get);
        WorkerPool.Factory pools =
                spec -> withOverrides(FakeTransactions.pools(nanos::get).of(spec));
        load.connect(pools, LoadSpec.IgnoredErrors.DEFAULT, null, () -> {});
        load.openWindow(nanos.get(), windowEndNanos);
    }

    private void awaitEnd() throws InterruptedException {
        while (!load.hasEnded()) {
            Thread.onSpinWait();
        }
    }
}
