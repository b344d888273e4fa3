// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.transport;

import io.github.cdctester.internal.cluster.message.Message;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** Stores everything a transport reports, in order. */
final class RecordingReceiver implements Transport.Receiver<Transport.Peer> {

    /**
     * One report.
     *
     * @param member the sender
     * @param message the message; {@code null} at the end
     * @param why the connection ended; empty if it has not
     */
    record One(Transport.Peer member, @Nullable Message message, String why) {}

    private final BlockingQueue<One> all = new LinkedBlockingQueue<>();

    @Override
    public void received(Transport.Peer from, Message message) {
        all.add(new One(from, message, ""));
    }

    @Override
    public void disconnected(Transport.Peer peer, String reason) {
        all.add(new One(peer, null, reason));
    }

    /** Waits for the next thing, for as long as the test may take. */
    One next() throws InterruptedException {
        return all.take();
    }

    boolean isEmpty() {
        return all.isEmpty();
    }
}
