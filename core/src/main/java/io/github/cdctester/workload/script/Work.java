// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.workload.StatementTally;
import org.jspecify.annotations.Nullable;

/** The transaction that a session is in: what it has sent, and what the log must have of it. */
final class Work {

    private StatementTally tally = new StatementTally();
    private boolean autocommit;
    private boolean changed;
    private boolean committing;

    void begin(StatementTally counts, boolean eachCommits) {
        tally = counts;
        autocommit = eachCommits;
        changed = false;
        committing = false;
    }

    /** A statement that may write is about to be sent. */
    void writing() {
        committing |= autocommit;
    }

    /** COMMIT is about to be sent. A lost answer matters only where there is something to commit. */
    void committing() {
        committing = changed;
    }

    void read() {
        tally.read();
    }

    /**
     * A statement has written, or has found nothing to write.
     *
     * @param target where it has written, or {@code null} where that is not known
     */
    void wrote(long rows, @Nullable WrittenTable target) {
        tally.write();
        changed |= rows > 0;
        if (rows == 0) {
            tally.foundNoRow();
        }
        if (target != null) {
            target.tell(tally, rows);
        }
        if (autocommit && rows > 0) {
            // at once: a later statement's failure does not take it back
            tally.logged();
        }
    }

    void committed() {
        tally.other();
        if (changed) {
            tally.logged();
        }
    }

    boolean mayHaveCommitted() {
        return committing;
    }
}
