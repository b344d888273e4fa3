// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.node;

import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.Message.Committed;
import io.github.cdctester.internal.cluster.message.Message.EndStream;
import io.github.cdctester.internal.cluster.message.Message.Follow;
import io.github.cdctester.internal.cluster.message.Message.Following;
import io.github.cdctester.internal.cluster.message.Message.LogEnds;
import io.github.cdctester.internal.cluster.message.Message.OpenWindow;
import io.github.cdctester.internal.cluster.message.Message.PollStream;
import io.github.cdctester.internal.cluster.message.Message.SetReading;
import io.github.cdctester.internal.cluster.message.Message.StreamFailed;
import io.github.cdctester.internal.cluster.message.Message.StreamProgress;
import io.github.cdctester.internal.cluster.message.Message.WindowOpened;
import io.github.cdctester.internal.cluster.message.Message.WriteWindow;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.judge.verify.StreamCheck;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A stream on this node. */
final class StreamTask extends NodeTask {

    private static final long LOOK_MILLIS = 200;

    private final int number;
    private final LedgerMemory memory;
    private @Nullable NodeStream stream;
    private boolean ended;
    private boolean broke;

    StreamTask(int number, LedgerMemory memory, Consumer<Message> answers) {
        super("cdc-tester-stream-" + number, answers);
        this.number = number;
        this.memory = memory;
    }

    @Override
    void run() {
        try {
            while (!isLeaving()) {
                attempt(next(LOOK_MILLIS));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            NodeStream present = stream;
            if (present != null && !ended) {
                present.subscription().close();
            }
        }
    }

    private void attempt(@Nullable Message next) {
        try {
            if (next instanceof Follow follow) {
                NodeStream made = new NodeStream(follow.assignment(), memory);
                stream = made;
                answer(new Following(
                        number,
                        made.server().clockOffset().offsetMicros(),
                        made.server().clockOffset().uncertaintyMicros()));
            }
            NodeStream present = stream;
            if (present == null) {
                return; // following it failed, which was reported
            }
            if (next != null) {
                handle(present, next);
            }
            if (!ended && !broke) {
                present.subscription().failIfBroken();
            }
        } catch (RuntimeException | Error e) {
            if (!broke) {
                broke = true;
                if (stream != null && !ended) {
                    answer(new StreamProgress(number, 0, stream.arrived()));
                }
                answer(new StreamFailed(number, words(e)));
            }
        }
    }

    private void handle(NodeStream present, Message message) {
        if (message instanceof PollStream poll) {
            if (!ended) {
                answer(new StreamProgress(number, poll.number(), present.arrived()));
            }
        } else if (message instanceof Committed committed) {
            present.check().ifPresent(check -> committed.commits().forEach(some -> some.forEach(check::acknowledged)));
        } else if (message instanceof LogEnds ends) {
            present.subscription().offer(ends.end(), present.server());
        } else if (message instanceof OpenWindow open) {
            present.subscription().openWindowAt(open.start());
            answer(new WindowOpened(number));
        } else if (message instanceof WriteWindow) {
            present.check().ifPresent(StreamCheck::writeWindowOpens);
        } else if (message instanceof SetReading reading) {
            if (reading.reads()) {
                present.subscription().readOn();
            } else {
                present.subscription().pause();
            }
        } else if (message instanceof EndStream && !ended) {
            ended = true;
            answer(present.end(number));
        }
    }
}
