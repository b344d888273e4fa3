// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.link;

import io.github.cdctester.internal.cluster.message.Message;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** Keeps what a link tells, in its order. */
final class Heard implements Link.Receiver {

    /**
     * One thing.
     *
     * @param member of whom
     * @param message what they said; {@code null} where they have gone
     * @param why they have gone; empty where they have not
     */
    record One(Link.Member member, @Nullable Message message, String why) {}

    private final BlockingQueue<One> all = new LinkedBlockingQueue<>();

    @Override
    public void received(Link.Member from, Message message) {
        all.add(new One(from, message, ""));
    }

    @Override
    public void gone(Link.Member who, String why) {
        all.add(new One(who, null, why));
    }

    /** Waits for the next thing, for as long as the test may take. */
    One next() throws InterruptedException {
        return all.take();
    }

    boolean isEmpty() {
        return all.isEmpty();
    }
}
