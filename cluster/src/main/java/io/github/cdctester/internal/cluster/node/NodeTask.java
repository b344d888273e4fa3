// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.node;

import io.github.cdctester.internal.cluster.message.Message;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A task of the coordinator in a thread of its own, which carries out requests in order. */
abstract class NodeTask {

    private final Consumer<Message> answers;
    private final BlockingQueue<Message> asked = new LinkedBlockingQueue<>();
    private final Thread thread;
    /** Whether it is to end. */
    volatile boolean leaving;

    private volatile boolean over;

    NodeTask(String name, Consumer<Message> answers) {
        this.answers = answers;
        thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    void begin() {
        thread.start();
    }

    /** In the task's thread. */
    abstract void run();

    /** Queues a message of the coordinator. */
    void ask(Message message) {
        asked.add(message);
    }

    /** Waits for the next message, up to a time; {@code null} where none came. */
    @Nullable
    Message next(long millis) throws InterruptedException {
        return asked.poll(millis, TimeUnit.MILLISECONDS);
    }

    void answer(Message message) {
        answers.accept(message);
    }

    /** Ends the task, whose connections are closed, with an answer. */
    void answerLast(Message message) {
        over = true;
        leaving = true;
        answer(message);
    }

    /** Whether there is nothing left to be ended. */
    boolean isOver() {
        return over || !thread.isAlive();
    }

    /** Ends the task, without an answer. */
    void close() {
        leaving = true;
    }

    /** Waits until the connections of the task are closed. */
    void join() throws InterruptedException {
        thread.join();
    }

    static String words(Throwable failure) {
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }
}
