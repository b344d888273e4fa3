// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.internal.cluster.message.CommitBuffer;
import io.github.cdctester.internal.cluster.message.GtidBatch;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.Message.Committed;
import io.github.cdctester.internal.cluster.message.Message.WriteWindow;
import io.github.cdctester.internal.judge.verify.StreamCheck;
import io.github.cdctester.internal.judge.verify.StreamFindings;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The check of a stream that a node follows: the ledger is on the node; commits are buffered here and sent together. */
final class RemoteStreamCheck implements StreamCheck {

    private final int stream;
    private final Consumer<Message> node;
    private final LongSupplier pending;
    private final Supplier<StreamFindings> found;
    private final CommitBuffer commits = new CommitBuffer();

    RemoteStreamCheck(int stream, Consumer<Message> node, LongSupplier pending, Supplier<StreamFindings> found) {
        this.stream = stream;
        this.node = node;
        this.pending = pending;
        this.found = found;
    }

    @Override
    public void acknowledged(long high, long low, String tag, long number) {
        commits.committed(high, low, tag, number);
    }

    /** Sends the buffered commits; synchronized, so that no other message comes in between. */
    synchronized void flush() {
        List<GtidBatch> all = commits.drain();
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
