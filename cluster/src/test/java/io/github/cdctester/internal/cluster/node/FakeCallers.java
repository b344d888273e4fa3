// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.node;

import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.transport.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

final class FakeCallers implements Transport<Transport.Peer> {

    /** @param to receiver of the message */
    record Answer(Peer to, Message message) {}

    final List<Peer> disconnected = new ArrayList<>();

    final CountDownLatch arrived = new CountDownLatch(1);

    private volatile @Nullable CountDownLatch pendingRelease;
    private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();

    /** The test releases the returned latch. */
    CountDownLatch delayNextAnswer() {
        CountDownLatch release = new CountDownLatch(1);
        pendingRelease = release;
        return release;
    }

    @Override
    public void send(Peer to, Message message) {
        CountDownLatch release = pendingRelease;
        if (release != null) {
            pendingRelease = null;
            arrived.countDown();
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        answers.add(new Answer(to, message));
    }

    @Override
    public void disconnect(Peer peer) {
        disconnected.add(peer);
    }

    @Override
    public void close() {
        answers.clear();
    }

    /** The timeout of the test limits the wait. */
    Answer next() throws InterruptedException {
        return answers.take();
    }

    boolean isEmpty() {
        return answers.isEmpty();
    }
}
