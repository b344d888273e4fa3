// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.StopSignal;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.workload.ConnectionSource;
import io.github.cdctester.workload.Preparation;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.Workload;
import io.github.cdctester.workload.WorkloadSession;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One load with a clock that the test moves, and transactions that fail when they are told to. */
@Timeout(30)
class RunningLoadTest {

    private static final long SECOND = 1_000_000_000;

    private final AtomicLong nanos = new AtomicLong(77);
    private final AtomicBoolean broken = new AtomicBoolean();
    private RunningLoad running;

    @AfterEach
    void close() {
        running.close();
    }

    @Test
    void aNumberOfTransactionsIsAnEndByItselfThatLeavesNothingWaiting() throws Exception {
        begin(LoadSpec.openLoop(2, Rate.perSecond(100)), 50);
        nanos.addAndGet(SECOND);
        awaitEnd();
        assertThat(running.hasEndedByItself()).isTrue();
        running.end(new StopSignal());
        assertThat(running.waiting().count()).isZero();
    }

    @Test
    void workersThatHaveAllFailedAreNoEndByItself() throws Exception {
        broken.set(true);
        begin(LoadSpec.openLoop(2, Rate.perSecond(100)), 0);
        nanos.addAndGet(SECOND);
        awaitEnd();
        assertThat(running.hasEndedByItself()).isFalse();
        assertThatThrownBy(() -> running.end(new StopSignal()))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("db:3306")
                .hasMessageContaining("told to");
    }

    @Test
    void aRunThatBreaksCountsWhatItsScheduleHad() throws Exception {
        broken.set(true);
        begin(LoadSpec.openLoop(1, Rate.perSecond(1_000)), 0);
        nanos.addAndGet(SECOND);
        running.abandon(); // nobody looked whether its worker still lives
        assertThat(running.scheduled()).isBetween(999L, 1_001L);
        assertThat(running.waiting().count()).isBetween(998L, 1_001L);
    }

    @Test
    void aClosedLoopHasNoSchedule() throws Exception {
        begin(LoadSpec.closedLoop(1), 0);
        running.abandon();
        assertThat(running.scheduled()).isNull();
        assertThat(running.waiting()).isNull();
    }

    private void begin(LoadSpec load, long transactions) throws InterruptedException {
        running = new RunningLoad(
                NamedLoad.of(Sysbench.oltpInsert(), load), new Transactions(), 0, transactions, "db:3306", nanos::get);
        running.connect(new Connections(), LoadSpec.IgnoredErrors.DEFAULT, () -> {});
        running.openWindow(nanos.get());
    }

    private void awaitEnd() throws InterruptedException {
        while (!running.hasEnded()) {
            Thread.onSpinWait();
        }
    }

    private static final class Connections implements ConnectionSource {

        @Override
        public Connection connection() {
            return (Connection) Proxy.newProxyInstance(
                    RunningLoadTest.class.getClassLoader(),
                    new Class<?>[] {Connection.class},
                    (proxy, method, arguments) -> method.getReturnType() == boolean.class ? true : null);
        }

        @Override
        public void close() {
            // nothing is open
        }
    }

    private final class Transactions implements Workload {

        @Override
        public String name() {
            return "fake";
        }

        @Override
        public List<String> transactionKinds() {
            return List.of("fake");
        }

        @Override
        public List<String> tables() {
            return List.of();
        }

        @Override
        public void prepare(Preparation preparation) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void check(Connection connection) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int cleanup(Connection connection) {
            throw new UnsupportedOperationException();
        }

        @Override
        public WorkloadSession session(Connection connection, int worker) {
            return new Session();
        }
    }

    private final class Session implements WorkloadSession {

        @Override
        public int execute(StatementTally tally) {
            if (broken.get()) {
                throw new IllegalStateException("told to");
            }
            tally.logged();
            return 0;
        }

        @Override
        public boolean mayHaveCommitted() {
            return false;
        }

        @Override
        public void reset() {
            // nothing was changed
        }

        @Override
        public void close() {
            // nothing is open
        }
    }
}
