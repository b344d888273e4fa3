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
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A stream on this node: carries out the coordinator's requests in order. */
final class StreamTask implements NodeTask {

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

    StreamTask(int number, LedgerMemory memory, Consumer<Message> answers) {
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
                NodeStream made = new NodeStream(follow.assignment(), memory);
                stream = made;
                answers.accept(new Following(
                        number,
                        made.clockOffset().offsetMicros(),
                        made.clockOffset().uncertaintyMicros()));
            }
            NodeStream present = stream;
            if (present == null) {
                return; // following it failed, which was reported
            }
            if (next != null) {
                handle(present, next);
            }
            if (!ended && !broke) {
                present.failIfBroken();
            }
        } catch (RuntimeException | Error e) {
            if (!broke) {
                broke = true;
                if (stream != null && !ended) {
                    answers.accept(new StreamProgress(number, 0, stream.arrived()));
                }
                answers.accept(new StreamFailed(number, NodeTask.words(e)));
            }
        }
    }

    private void handle(NodeStream present, Message message) {
        if (message instanceof PollStream poll) {
            if (!ended) {
                answers.accept(new StreamProgress(number, poll.number(), present.arrived()));
            }
        } else if (message instanceof Committed committed) {
            present.committed(committed.commits());
        } else if (message instanceof LogEnds ends) {
            present.logEndsAt(ends.end());
        } else if (message instanceof OpenWindow open) {
            present.openWindowAt(open.start());
            answers.accept(new WindowOpened(number));
        } else if (message instanceof WriteWindow) {
            present.writeWindowOpens();
        } else if (message instanceof SetReading reading) {
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
