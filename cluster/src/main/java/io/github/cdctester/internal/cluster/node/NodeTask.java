// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.node;

import io.github.cdctester.internal.access.ServerErrors;
import io.github.cdctester.internal.cluster.message.Message;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A task that this node executes for the coordinator. Its thread executes requests in order, except cancellations. */
abstract class NodeTask {

    final int number;
    private final Consumer<Message> answers;
    private static final int MAX_REQUESTS = 10_000;

    private final BlockingQueue<Message> requests = new LinkedBlockingQueue<>(MAX_REQUESTS);
    private final Thread thread;
    /** True if the coordinator has left, or this node is closing. */
    volatile boolean isLeaving;

    boolean hasFailed;
    private volatile boolean isMarkedOver;

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
            why = messageOf(e);
        }
        reportEnd(why);
    }

    abstract void work() throws InterruptedException;

    void reportEnd(@Nullable String why) {
        answer(new Message.Over(number, why));
    }

    /** Calls {@link #check} after each request, and at least every {@code checkMillis}. Reports only the first failure. */
    final void serve(long checkMillis) throws InterruptedException {
        for (Message next = null; !isLeaving && !(next instanceof Message.EndTask); ) {
            next = next(checkMillis);
            try {
                if (next != null) {
                    execute(next);
                }
                if (!(next instanceof Message.EndTask)) {
                    check();
                }
            } catch (RuntimeException | Error e) {
                fail(e);
            }
        }
    }

    void execute(Message request) throws InterruptedException {}

    void check() throws InterruptedException {}

    void fail(Throwable why) {
        if (!hasFailed) {
            hasFailed = true;
            answer(new Message.Failed(number, messageOf(why)));
        }
    }

    void onMessage(Message message) {
        requests.add(message);
    }

    @Nullable
    Message next(long millis) throws InterruptedException {
        return requests.poll(millis, TimeUnit.MILLISECONDS);
    }

    /** Sends nothing after {@link #close}, because other nodes may continue the task. */
    final void answer(Message message) {
        if (!isLeaving) {
            send(message);
        }
    }

    final void send(Message message) {
        answers.accept(message);
    }

    /** Called after the connections are closed, before the last messages are sent. */
    void markOver() {
        isMarkedOver = true;
    }

    boolean isOver() {
        return isMarkedOver || !thread.isAlive();
    }

    void close() {
        isLeaving = true;
    }

    void join() throws InterruptedException {
        thread.join();
    }

    private static String messageOf(Throwable failure) {
        return failure.getMessage() == null ? failure.toString() : ServerErrors.text(failure);
    }
}
