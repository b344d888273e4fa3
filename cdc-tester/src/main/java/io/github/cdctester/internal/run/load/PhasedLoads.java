// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.internal.run.load.RunningLoad.LoadInterval;
import io.github.cdctester.internal.time.ThreadEnd;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The loads of a run in phases, each by its name: connected, running, ended, disconnected. Nothing here waits, because the run's
 * seconds continue: one task at a time connects or disconnects in its own thread. For the conductor's thread.
 */
public class PhasedLoads {

    /** If another program writes. */
    public static final PhasedLoads NONE = new PhasedLoads(List.of(), load -> {});

    @FunctionalInterface
    protected interface Connector {
        void connect(RunningLoad load) throws InterruptedException;
    }

    /** Longer than a server is waited for when a connection is made or closed. */
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final Map<String, RunningLoad> loads = new LinkedHashMap<>();
    private final Connector connector;
    private @Nullable Task task;

    protected PhasedLoads(List<RunningLoad> all, Connector connector) {
        this.connector = connector;
        all.forEach(load -> loads.put(load.load().name(), load));
    }

    /** Connects or disconnects loads. Only connecting is interrupted when the run has to end. */
    private final class Task {

        private final boolean connects;
        private final List<RunningLoad> of;
        private final Thread thread;
        private volatile boolean left;
        private volatile boolean done;
        private volatile @Nullable Throwable failure;

        Task(boolean connects, List<RunningLoad> of) {
            this.connects = connects;
            this.of = of;
            thread = new Thread(this::run, connects ? "cdc-tester-connecting" : "cdc-tester-disconnecting");
            thread.setDaemon(true);
        }

        private void run() {
            try {
                for (RunningLoad load : of) {
                    if (connects) {
                        connector.connect(load);
                        load.failIfBroken();
                    } else {
                        load.close();
                    }
                }
            } catch (InterruptedException e) {
                left = true;
            } catch (Throwable e) { // for who looks next
                failure = e;
            }
            done = true;
        }

        boolean isDone() {
            boolean over = done; // before the failure, which is there by then
            FirstFailure.rethrow(failure, String::valueOf);
            return over;
        }
    }

    /** Connects loads; once {@link #isSettled()}. */
    public void connect(List<String> names) {
        begin(true, names);
    }

    /** Closes the connections of loads that are over; once {@link #isSettled()}. */
    public void disconnect(List<String> names) {
        begin(false, names);
    }

    private void begin(boolean connects, List<String> names) {
        if (!isSettled()) {
            throw new IllegalStateException("another task is running");
        }
        Task begun = new Task(connects, named(names));
        task = begun;
        begun.thread.start();
    }

    /** Returns true if {@link #connect} or {@link #disconnect} is done; throws what failed, an {@link Error} as it is. */
    public boolean isSettled() {
        return task == null || task.isDone();
    }

    /** Begins their time: each writes from its start on, for its length or its number of transactions. */
    public void begin(List<String> names, long nowNanos) throws InterruptedException {
        for (RunningLoad load : named(names)) {
            load.openWindow(nowNanos, LoadInterval.OPEN);
        }
    }

    /** Returns true if a load has written its last, or all of its workers have failed; fails if it should have ended long ago. */
    public boolean isOver(String name) throws InterruptedException {
        return named(name).isOver();
    }

    /** Returns true if a load is over because it has made its number of transactions. */
    public boolean hasMadeItsNumber(String name) throws InterruptedException {
        return named(name).hasEndedByItself();
    }

    /** Requests that a load finishes its open transactions. */
    public void stop(String name) throws InterruptedException {
        named(name).stop();
    }

    /** The run has to end: no waiting. */
    void abandon() {
        if (task != null && task.connects) {
            task.thread.interrupt();
        }
    }

    /** Waits until no task is connecting or disconnecting; pending logins are given up. */
    void end() {
        abandon();
        if (task == null) {
            return;
        }
        if (!ThreadEnd.await(task.thread, TIMEOUT)) {
            throw new RunFailedException(task.thread.getName() + " did not end within " + TIMEOUT.toSeconds() + " s");
        }
        if (task.failure != null || task.left) {
            task.of.forEach(RunningLoad::close);
        }
    }

    private List<RunningLoad> named(List<String> names) {
        return names.stream().map(this::named).toList();
    }

    private RunningLoad named(String name) {
        return Objects.requireNonNull(loads.get(name), () -> "there is no load " + name);
    }
}
