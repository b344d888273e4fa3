// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.provided;

import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.WorkloadSession;
import java.sql.SQLException;
import java.util.Objects;

/** A session of a provider's workload. */
final class ProvidedSession implements WorkloadSession {

    private final String workload;
    private final WorkloadSession session;
    private final int kinds;

    ProvidedSession(String workload, WorkloadSession session, int kinds) {
        this.workload = workload;
        this.session = Objects.requireNonNull(session, "there is no session");
        this.kinds = kinds;
    }

    @Override
    public long waitNanos() {
        return session.waitNanos();
    }

    @Override
    public int execute(StatementTally tally) throws SQLException {
        int kind;
        try {
            kind = session.execute(tally);
        } catch (RuntimeException | LinkageError e) {
            throw ProvidedWorkload.failed(workload, "execute", e);
        }
        if (kind < CANCELLED || kind >= kinds) {
            throw ProvidedWorkload.failed(
                    workload,
                    "execute",
                    new IllegalStateException("it returned " + kind + ", but has " + kinds + " kinds of transactions"));
        }
        return kind;
    }

    @Override
    public boolean mayHaveCommitted() {
        return session.mayHaveCommitted();
    }

    @Override
    public void cancel() {
        session.cancel();
    }

    @Override
    public void reset() throws SQLException {
        session.reset();
    }

    @Override
    public void close() throws SQLException {
        session.close();
    }
}
