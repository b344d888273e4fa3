// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.transport;

import io.github.cdctester.internal.cluster.message.Message;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

final class RecordingReceiver implements Transport.Receiver<Transport.Peer> {

    /**
     * @param member the peer at the other end of the connection
     * @param message the message; {@code null} at the end of the connection
     * @param why reason why the connection ended; empty for a message
     */
    record Report(Transport.Peer member, @Nullable Message message, String why) {}

    private final BlockingQueue<RecordingReceiver.Report> reports = new LinkedBlockingQueue<>();

    @Override
    public void received(Transport.Peer from, Message message) {
        reports.add(new RecordingReceiver.Report(from, message, ""));
    }

    @Override
    public void disconnected(Transport.Peer peer, String reason) {
        reports.add(new RecordingReceiver.Report(peer, null, reason));
    }

    /** The timeout of the test limits the wait. */
    RecordingReceiver.Report next() throws InterruptedException {
        return reports.take();
    }

    boolean isEmpty() {
        return reports.isEmpty();
    }
}
