// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.internal.cluster.message.CommitLog;
import io.github.cdctester.internal.cluster.message.Commits;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.Message.Committed;
import io.github.cdctester.internal.cluster.message.Message.WriteWindow;
import io.github.cdctester.internal.judge.verify.StreamCheck;
import io.github.cdctester.internal.judge.verify.StreamFindings;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The ledger of a stream is where that is followed; here commits are collected for it, to be sent together. */
final class RemoteCheck implements StreamCheck {

    private final int stream;
    private final Consumer<Message> node;
    private final LongSupplier pending;
    private final Supplier<StreamFindings> found;
    private final CommitLog commits = new CommitLog();

    /**
     * Creates it.
     *
     * @param stream the stream's number
     * @param node where it is followed
     * @param pending what the node said last
     * @param found what it found, when its reader has ended
     */
    RemoteCheck(int stream, Consumer<Message> node, LongSupplier pending, Supplier<StreamFindings> found) {
        this.stream = stream;
        this.node = node;
        this.pending = pending;
        this.found = found;
    }

    @Override
    public void acknowledged(long high, long low, String tag, long number) {
        commits.committed(high, low, tag, number);
    }

    /** Sends what was collected: in one go, so that nothing else comes in between. */
    synchronized void flush() {
        List<Commits> all = commits.take();
        if (!all.isEmpty()) {
            node.accept(new Committed(stream, all));
        }
    }

    @Override
    public synchronized void writeWindowOpens() {
        flush();
        node.accept(new WriteWindow(stream));
    }

    @Override
    public long pending() {
        return pending.getAsLong();
    }

    @Override
    public StreamFindings findings() {
        return found.get();
    }
}
