// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Rate;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.run.load.RunningLoad.LoadInterval;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests a load with a manual clock, and transactions that fail on demand. */
@Timeout(30)
class RunningLoadTest {

    private static final long SECOND = 1_000_000_000;

    private final AtomicLong nanos = new AtomicLong(77);
    private final FakeTransactions fake = new FakeTransactions();
    private RunningLoad running;
    private long windowEnd = LoadInterval.OPEN;
    private Duration length = Duration.ZERO;
    private long startDelayNanos;
    /** Overrides the pool's return values; {@code null} keeps the default. */
    private BiFunction<String, Object[], @Nullable Object> overriddenCalls = (method, arguments) -> null;

    @AfterEach
    void close() {
        running.close();
    }

    @Test
    void transactionCountEndsLoadWithoutWaiters() throws Exception {
        begin(LoadSpec.openLoop(2, Rate.perSecond(100)), 50);
        nanos.addAndGet(SECOND);
        awaitEnd();
        assertThat(running.hasReachedLimit()).isTrue();
        running.end(new StopSignal());
        assertThat(running.waiting().count()).isZero();
    }

    @Test
    void failedWorkersDoNotReachLimit() throws Exception {
        fake.broken = true;
        begin(LoadSpec.openLoop(2, Rate.perSecond(100)), 0);
        nanos.addAndGet(SECOND);
        awaitEnd();
        assertThat(running.hasReachedLimit()).isFalse();
        assertThatThrownBy(() -> running.end(new StopSignal()))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("db:3306")
                .hasMessageContaining("fails on demand");
    }

    @Test
    void brokenRunCountsScheduledStarts() throws Exception {
        fake.broken = true;
        begin(LoadSpec.openLoop(1, Rate.perSecond(1_000)), 0);
        nanos.addAndGet(SECOND);
        running.abandon(); // without a check that the worker is alive
        assertThat(running.scheduled()).isBetween(999L, 1_001L);
        assertThat(running.waiting().count()).isBetween(998L, 1_001L);
    }

    /** Worker nodes report their last counts only after the request to stop. */
    @Test
    void brokenRunCountsFinalReportsOfNodes() throws Exception {
        int[] waits = {0};
        overriddenCalls = (method, arguments) -> {
            if (method.equals("awaitEnd") && (long) arguments[0] > 0) {
                waits[0]++;
            }
            return method.equals("scheduled") && waits[0] == 0 ? 0L : null;
        };
        begin(LoadSpec.openLoop(1, Rate.perSecond(1_000)), 0);
        nanos.addAndGet(SECOND);
        running.abandon();
        assertThat(running.scheduled()).isBetween(999L, 1_001L);
        assertThat(waits).containsExactly(1);
    }

    @Test
    void startsNothingDueAtItsEnd() throws Exception {
        windowEnd = nanos.get() + 3 * SECOND;
        begin(LoadSpec.openLoop(2, Rate.perSecond(1)), 0);
        nanos.addAndGet(60 * SECOND);
        while (fake.executed.get() < 3) {
            Thread.onSpinWait();
        }
        running.end(new StopSignal());
        assertThat(fake.executed).hasValue(3); // starts at 0, 1 and 2 s
        assertThat(running.scheduled()).isEqualTo(3);
        assertThat(running.waiting().count()).isZero();
    }

    /** Worker nodes start later, because they must be notified first. */
    @Test
    void laterStartShiftsEnd() throws Exception {
        startDelayNanos = SECOND / 2;
        length = Duration.ofSeconds(3);
        begin(LoadSpec.openLoop(1, Rate.perSecond(1)), 0);
        assertThat(running.lateNanos())
                .as("the delayed start does not count as late")
                .isZero();
        assertThat(running.advance(nanos.addAndGet(SECOND))).isEqualTo(5 * SECOND / 2);
        nanos.addAndGet(60 * SECOND);
        while (fake.executed.get() < 3) {
            Thread.onSpinWait();
        }
        running.end(new StopSignal());
        assertThat(running.scheduled()).isEqualTo(3); // starts at 0.5, 1.5 and 2.5 s
    }

    private WorkerPool withOverrides(WorkerPool pool) {
        return (WorkerPool) Proxy.newProxyInstance(
                WorkerPool.class.getClassLoader(), new Class<?>[] {WorkerPool.class}, (proxy, method, arguments) -> {
                    Object answer = overriddenCalls.apply(method.getName(), arguments);
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
        running.abandon();
        assertThat(running.scheduled()).isNull();
        assertThat(running.waiting()).isNull();
    }

    private void begin(LoadSpec load, long transactions) throws InterruptedException {
        running = new RunningLoad(
                NamedLoad.of(Sysbench.oltpInsert(), load).between(Duration.ZERO, length),
                fake,
                0,
                transactions,
                "db:3306",
                nanos::get);
        WorkerPool.Factory pools =
                spec -> withOverrides(FakeTransactions.pools(nanos::get).of(spec));
        running.connect(pools, LoadSpec.IgnoredErrors.DEFAULT, null, () -> {});
        running.openWindow(nanos.get(), windowEnd);
    }

    private void awaitEnd() throws InterruptedException {
        while (!running.hasEnded()) {
            Thread.onSpinWait();
        }
    }
}
