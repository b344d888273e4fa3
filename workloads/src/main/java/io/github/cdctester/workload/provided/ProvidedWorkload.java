// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.provided;

import io.github.cdctester.failure.CdcTesterException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.internal.text.UserCode;
import io.github.cdctester.internal.workload.NewTables;
import io.github.cdctester.internal.workload.SchemaTables;
import io.github.cdctester.workload.ConsistentWorkload;
import io.github.cdctester.workload.ConsistentWorkload.Condition;
import io.github.cdctester.workload.Preparation;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.Workload;
import io.github.cdctester.workload.WorkloadSession;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Wraps a provider's workload: adds the workload's name to unexpected unchecked exceptions, and rejects returned values that are out of
 * range.
 */
class ProvidedWorkload implements Workload, UserCode {

    private final Provided spec;
    private final Workload workload;
    private final List<String> kinds;

    ProvidedWorkload(Provided spec, Workload workload) {
        this.spec = spec;
        this.workload = workload;
        kinds = List.copyOf(workload.transactionKinds());
        if (kinds.isEmpty() || new HashSet<>(kinds).size() < kinds.size()) {
            throw new IllegalStateException(
                    "its transaction kinds are " + kinds + ", but must be different, and at least one");
        }
    }

    @Override
    public String name() {
        return spec.name();
    }

    @Override
    public String className() {
        return workload.getClass().getName();
    }

    @Override
    public List<String> transactionKinds() {
        return kinds;
    }

    @Override
    public Duration timeout() {
        return get(spec.name(), "timeout", () -> Objects.requireNonNull(workload.timeout(), "there is no time limit"));
    }

    @Override
    public int transactionsPerConnection() {
        int reconnectAfter = spec.sending().reconnect();
        return reconnectAfter == 0
                ? get(spec.name(), "transactionsPerConnection", workload::transactionsPerConnection)
                : reconnectAfter;
    }

    @Override
    public void checkServer(Connection connection) throws SQLException {
        run(spec.name(), "checkServer", () -> workload.checkServer(connection));
    }

    @Override
    public int preparedStatements() {
        return get(spec.name(), "preparedStatements", workload::preparedStatements);
    }

    @Override
    public Optional<String> whyRowsAreNotReported() {
        return get(spec.name(), "whyRowsAreNotReported", workload::whyRowsAreNotReported);
    }

    /** After a failure, drops the provider's tables only if the schema was empty before, so that no other table is dropped. */
    @Override
    public void prepare(Preparation preparation) throws SQLException, InterruptedException {
        boolean wasEmpty;
        try (Connection connection = preparation.connections().connection()) {
            wasEmpty = SchemaTables.isEmpty(connection);
        }
        try {
            run(spec.name(), "prepare", () -> workload.prepare(preparation));
        } catch (Throwable e) {
            if (wasEmpty) {
                NewTables.cleanUpAfter(e, this, preparation.connections());
            }
            throw e;
        }
    }

    @Override
    public void check(Connection connection) throws SQLException {
        run(spec.name(), "check", () -> workload.check(connection));
    }

    @Override
    public WorkloadSession session(Connection connection, int worker) throws SQLException {
        return callProvider(
                "session", () -> new Session(spec.name(), workload.session(connection, worker), kinds.size()));
    }

    @Override
    public int cleanup(Connection connection) throws SQLException {
        return callProvider("cleanup", () -> workload.cleanup(connection));
    }

    interface Call<T, E extends Exception> {
        T call() throws SQLException, E;
    }

    final <T, E extends Exception> T callProvider(String method, Call<T, E> call) throws SQLException, E {
        try {
            return call.call();
        } catch (RuntimeException | Error e) {
            throw failure(spec.name(), method, e);
        }
    }

    private interface Action<E extends Exception> {
        void run() throws SQLException, E;
    }

    private static <E extends Exception> void run(String workload, String method, Action<E> action)
            throws SQLException, E {
        try {
            action.run();
        } catch (RuntimeException | Error e) {
            throw failure(workload, method, e);
        }
    }

    private static <T> T get(String workload, String method, Supplier<T> call) {
        try {
            return call.get();
        } catch (RuntimeException | Error e) {
            throw failure(workload, method, e);
        }
    }

    private static RuntimeException failure(String workload, String method, Throwable e) {
        rethrowErrorOfJvm(e);
        return e instanceof CdcTesterException cdcTesterException
                ? cdcTesterException
                : new RunFailedException(
                        "workload " + workload + " failed in " + method + ": " + PlainText.line(e.toString()), e);
    }

    /** An error of the JVM, such as a full heap, is not an error of the provider; an endless recursion is. */
    static void rethrowErrorOfJvm(Throwable e) {
        if (e instanceof VirtualMachineError error && !(e instanceof StackOverflowError)) {
            throw error;
        }
    }

    private record Session(String workload, WorkloadSession session, int kindCount) implements WorkloadSession {

        Session {
            Objects.requireNonNull(session, "there is no session");
        }

        @Override
        public long waitNanos() {
            try { // without a lambda, because this runs once per transaction
                return session.waitNanos();
            } catch (RuntimeException | Error e) {
                throw ProvidedWorkload.failure(workload, "waitNanos", e);
            }
        }

        @Override
        public int execute(StatementTally tally) throws SQLException {
            int kind;
            try {
                kind = session.execute(tally);
            } catch (RuntimeException | Error e) {
                throw ProvidedWorkload.failure(workload, "execute", e);
            }
            if (kind < CANCELLED || kind >= kindCount) {
                throw ProvidedWorkload.failure(
                        workload,
                        "execute",
                        new IllegalStateException(
                                "it returned " + kind + ", but has " + kindCount + " kinds of transactions"));
            }
            return kind;
        }

        @Override
        public boolean mayHaveCommitted() {
            return ProvidedWorkload.get(workload, "mayHaveCommitted", session::mayHaveCommitted);
        }

        @Override
        public void cancel() {
            try {
                session.cancel();
            } catch (RuntimeException | Error e) {
                throw ProvidedWorkload.failure(workload, "cancel", e);
            }
        }

        @Override
        public void reset() throws SQLException {
            ProvidedWorkload.run(workload, "reset", session::reset);
        }

        @Override
        public void close() throws SQLException {
            ProvidedWorkload.run(workload, "close", session::close);
        }
    }

    static final class Consistent extends ProvidedWorkload implements ConsistentWorkload {

        private final ConsistentWorkload workload;

        Consistent(Provided spec, ConsistentWorkload workload) {
            super(spec, workload);
            this.workload = workload;
        }

        @Override
        public List<Condition> conditions(Preparation work, Condition.Moment moment)
                throws SQLException, InterruptedException {
            return callProvider("conditions", () -> workload.conditions(work, moment));
        }
    }
}
