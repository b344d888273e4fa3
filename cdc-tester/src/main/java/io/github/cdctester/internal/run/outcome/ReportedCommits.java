// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.internal.judge.verify.StreamCheck;
import io.github.cdctester.internal.writer.commit.CommitSink;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Passes the GTIDs of the write side's commits to all receivers. Thread-safe. */
final class ReportedCommits implements CommitSink {

    private final CommitSink[] receivers;
    private volatile boolean hasReports;

    ReportedCommits(List<StreamCheck> ledgers, @Nullable CommitSink consumers) {
        List<CommitSink> sinks = new ArrayList<>();
        ledgers.forEach(ledger -> sinks.add(ledger::acknowledged));
        if (consumers != null) {
            sinks.add(consumers);
        }
        receivers = sinks.toArray(CommitSink[]::new);
    }

    @Override
    public void onCommit(long sourceHigh, long sourceLow, String tag, long number) {
        if (!hasReports) { // a write per commit would slow down the other threads
            hasReports = true;
        }
        for (CommitSink receiver : receivers) {
            receiver.onCommit(sourceHigh, sourceLow, tag, number);
        }
    }

    /**
     * Returns false if commits were counted but the server has reported no GTID. The GTID of a commit is reported before the commit is
     * counted.
     */
    boolean mayBeComplete(long countedCommits) {
        return countedCommits == 0 || hasReports;
    }
}
