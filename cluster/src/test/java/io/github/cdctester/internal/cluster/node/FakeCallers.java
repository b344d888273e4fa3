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

/** Records the answers of a node with their receivers, and the connections that it closes. */
final class FakeCallers implements Transport<Transport.Peer> {

    /**
     * An answer.
     *
     * @param to receiver of the message
     * @param message the message
     */
    record Answer(Peer to, Message message) {}

    final List<Peer> disconnected = new ArrayList<>();

    /** Released when the delayed answer has arrived. */
    final CountDownLatch arrived = new CountDownLatch(1);

    private volatile @Nullable CountDownLatch held;
    private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();

    /** Holds the next answer back until the test releases it. */
    CountDownLatch holdOne() {
        CountDownLatch goOn = new CountDownLatch(1);
        held = goOn;
        return goOn;
    }

    @Override
    public void send(Peer to, Message message) {
        CountDownLatch goOn = held;
        if (goOn != null) {
            held = null;
            arrived.countDown();
            try {
                goOn.await();
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

    /** Waits for the next answer, without a timeout of its own. */
    Answer next() throws InterruptedException {
        return answers.take();
    }

    boolean isEmpty() {
        return answers.isEmpty();
    }
}
