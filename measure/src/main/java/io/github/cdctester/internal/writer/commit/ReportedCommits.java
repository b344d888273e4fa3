// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.commit;

import java.util.Collection;

/** Passes the GTIDs of the write side's commits to all receivers. Thread-safe. */
public final class ReportedCommits implements CommitSink {

    private final CommitSink[] receivers;
    private volatile boolean hasReports;

    public ReportedCommits(Collection<CommitSink> receivers) {
        this.receivers = receivers.toArray(CommitSink[]::new);
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
    public boolean mayBeComplete(long countedCommits) {
        return countedCommits == 0 || hasReports;
    }
}
