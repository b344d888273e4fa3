// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.writer.LoadShare;
import io.github.cdctester.result.summary.LoadClient;
import io.github.cdctester.result.summary.LoadClient.Reason;
import io.github.cdctester.workload.ConnectionSource;
import io.github.cdctester.workload.Preparation;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.Workload;
import io.github.cdctester.workload.WorkloadSession;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

final class FakeTransactions implements Workload {

    private static final ConnectionSource FAKE_CONNECTIONS = () -> (Connection) Proxy.newProxyInstance(
            FakeTransactions.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> method.getReturnType() == boolean.class ? true : null);

    static WorkerPool.Factory pools(NanoClock clock) {
        return pools(FAKE_CONNECTIONS, clock);
    }

    static WorkerPool.Factory pools(ConnectionSource connections, NanoClock clock) {
        return spec -> LocalWorkerPool.of(
                ConnectedClient.jdbc(
                        LoadClient.ofJdbc(spec.load().name(), Reason.WORKLOAD), "", spec.workload(), connections),
                spec,
                spec.load().load(),
                LoadShare.ALL,
                clock);
    }

    final AtomicLong executedCount = new AtomicLong();

    volatile boolean failsTransactions;

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

    private final class Session implements WorkloadSession {

        @Override
        public int execute(StatementTally tally) {
            if (failsTransactions) {
                throw new IllegalStateException("fails on demand");
            }
            executedCount.incrementAndGet();
            tally.onCommit();
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
            // no transaction is open
        }
    }
}
