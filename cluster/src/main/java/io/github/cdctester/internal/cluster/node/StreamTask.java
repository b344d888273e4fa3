// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.node;

import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.Message.Committed;
import io.github.cdctester.internal.cluster.message.Message.EndStream;
import io.github.cdctester.internal.cluster.message.Message.Follow;
import io.github.cdctester.internal.cluster.message.Message.Following;
import io.github.cdctester.internal.cluster.message.Message.LogEnds;
import io.github.cdctester.internal.cluster.message.Message.Mark;
import io.github.cdctester.internal.cluster.message.Message.Marked;
import io.github.cdctester.internal.cluster.message.Message.Reading;
import io.github.cdctester.internal.cluster.message.Message.StreamBroke;
import io.github.cdctester.internal.cluster.message.Message.Tell;
import io.github.cdctester.internal.cluster.message.Message.Told;
import io.github.cdctester.internal.cluster.message.Message.WriteWindow;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Does what the coordinator asks of one stream, in a thread of its own: one thing after the other. */
final class StreamWork implements NodeTask {

    private static final long LOOK_MILLIS = 200;

    private final int number;
    private final LedgerMemory memory;
    private final Consumer<Message> answers;
    private final BlockingQueue<Message> asked = new LinkedBlockingQueue<>();
    private final Thread thread;
    private volatile boolean leaving;
    private @Nullable NodeStream stream;
    private boolean ended;
    private boolean broke;

    StreamWork(int number, LedgerMemory memory, Consumer<Message> answers) {
        this.number = number;
        this.memory = memory;
        this.answers = answers;
        thread = new Thread(this::run, "cdc-tester-stream-" + number);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void ask(Message message) {
        asked.add(message);
    }

    private void run() {
        try {
            while (!leaving) {
                attempt(asked.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            NodeStream present = stream;
            if (present != null && !ended) {
                present.close();
            }
        }
    }

    private void attempt(@Nullable Message next) {
        try {
            if (next instanceof Follow follow) {
                NodeStream made = new NodeStream(follow.part(), memory);
                stream = made;
                answers.accept(new Following(
                        number,
                        made.clockOffset().offsetMicros(),
                        made.clockOffset().uncertaintyMicros()));
            }
            NodeStream present = stream;
            if (present == null) {
                return; // it could not be followed, which was said
            }
            if (next != null) {
                obey(present, next);
            }
            if (!ended && !broke) {
                present.failIfBroken();
            }
        } catch (RuntimeException | Error e) {
            if (!broke) {
                broke = true;
                if (stream != null && !ended) {
                    answers.accept(new Told(number, 0, stream.arrived()));
                }
                answers.accept(new StreamBroke(number, e.getMessage() == null ? e.toString() : e.getMessage()));
            }
        }
    }

    private void obey(NodeStream present, Message message) {
        if (message instanceof Tell tell) {
            if (!ended) {
                answers.accept(new Told(number, tell.number(), present.arrived()));
            }
        } else if (message instanceof Committed committed) {
            present.committed(committed.commits());
        } else if (message instanceof LogEnds ends) {
            present.logEndsAt(ends.end());
        } else if (message instanceof Mark mark) {
            present.markAt(mark.mark());
            answers.accept(new Marked(number));
        } else if (message instanceof WriteWindow) {
            present.writeWindowOpens();
        } else if (message instanceof Reading reading) {
            present.read(reading.reads());
        } else if (message instanceof EndStream && !ended) {
            ended = true;
            answers.accept(present.end(number));
        }
    }

    @Override
    public void close() {
        leaving = true;
    }

    @Override
    public boolean isAlive() {
        return thread.isAlive();
    }

    @Override
    public void join() throws InterruptedException {
        thread.join();
    }
}
