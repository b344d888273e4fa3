// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.node;

import io.github.cdctester.internal.access.ServerErrors;
import io.github.cdctester.internal.cluster.message.Message;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A task of the coordinator in its own thread, which carries out requests in order. */
abstract class NodeTask {

    final int number;
    private final Consumer<Message> answers;
    private static final int MAX_ASKED = 10_000;

    private final BlockingQueue<Message> asked = new LinkedBlockingQueue<>(MAX_ASKED);
    private final Thread thread;
    /** True if the coordinator has left, or this node does. */
    volatile boolean leaving;

    boolean failed;
    private volatile boolean over;

    NodeTask(String kind, int number, Consumer<Message> answers) {
        this.number = number;
        this.answers = answers;
        thread = new Thread(this::run, "cdc-tester-" + kind + "-" + number);
        thread.setDaemon(true);
    }

    void begin() {
        thread.start();
    }

    private void run() {
        @Nullable String why = null;
        try {
            work();
        } catch (InterruptedException e) {
            why = "it was stopped";
        } catch (RuntimeException | Error e) {
            why = words(e);
        }
        ended(why);
    }

    /** Does the task, and returns when its connections are closed. */
    abstract void work() throws InterruptedException;

    void ended(@Nullable String why) {
        answer(new Message.Over(number, why));
    }

    /** Carries out requests, with checks in between, until the end. Reports the first failure. */
    final void serve(long lookMillis) throws InterruptedException {
        for (Message next = null; !leaving && !(next instanceof Message.EndTask); ) {
            next = next(lookMillis);
            try {
                if (next != null) {
                    carryOut(next);
                }
                if (!(next instanceof Message.EndTask)) {
                    look();
                }
            } catch (RuntimeException | Error e) {
                fail(e);
            }
        }
    }

    void carryOut(Message request) throws InterruptedException {}

    void look() throws InterruptedException {}

    void fail(Throwable why) {
        if (!failed) {
            failed = true;
            answer(new Message.Failed(number, words(why)));
        }
    }

    /** Queues a message of the coordinator. */
    void onMessage(Message message) {
        asked.add(message);
    }

    /** Waits for the next message, up to a time; {@code null} if none came. */
    @Nullable
    Message next(long millis) throws InterruptedException {
        return asked.poll(millis, TimeUnit.MILLISECONDS);
    }

    /** Sends a message to the coordinator; nothing after a task was broken off, because other nodes may continue it. */
    final void answer(Message message) {
        if (!leaving) {
            send(message);
        }
    }

    final void send(Message message) {
        answers.accept(message);
    }

    /** Marks the next answer as the last one, after which nothing has to be ended. */
    void isLast() {
        over = true;
    }

    boolean isOver() {
        return over || !thread.isAlive();
    }

    /** Breaks the task off. */
    void close() {
        leaving = true;
    }

    /** Waits until the connections of the task are closed. */
    void join() throws InterruptedException {
        thread.join();
    }

    private static String words(Throwable failure) {
        return failure.getMessage() == null ? failure.toString() : ServerErrors.text(failure);
    }
}
