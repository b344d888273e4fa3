// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.internal.time.Threads;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Connects, starts, stops and disconnects the loads of a run in phases. Used by the run's thread only. A separate thread connects and
 * disconnects, so that the run's thread can take samples.
 */
public class PhasedLoads {

    public static final PhasedLoads NONE = new PhasedLoads(List.of(), load -> {});

    @FunctionalInterface
    protected interface Connector {
        void connect(RunningLoad load) throws InterruptedException;
    }

    /** Longer than the time limits for opening and closing a connection. */
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final Map<String, RunningLoad> loads = new LinkedHashMap<>();
    private final Connector connector;
    private @Nullable Task task;

    protected PhasedLoads(List<RunningLoad> allLoads, Connector connector) {
        this.connector = connector;
        allLoads.forEach(load -> loads.put(load.load().name(), load));
    }

    /** If the run must end, connecting is interrupted, but disconnecting is not. */
    private final class Task {

        private final boolean connects;
        private final List<RunningLoad> taskLoads;
        private final Thread thread;
        private volatile boolean wasInterrupted;
        private volatile boolean isDone;
        private volatile @Nullable Throwable failure;

        Task(boolean connects, List<RunningLoad> taskLoads) {
            this.connects = connects;
            this.taskLoads = taskLoads;
            thread = new Thread(this::run, connects ? "cdc-tester-connecting" : "cdc-tester-disconnecting");
            thread.setDaemon(true);
        }

        private void run() {
            try {
                for (RunningLoad load : taskLoads) {
                    if (connects) {
                        connector.connect(load);
                        load.failIfBroken();
                    } else {
                        load.close();
                    }
                }
            } catch (InterruptedException e) {
                wasInterrupted = true;
            } catch (Throwable e) { // isDone() rethrows it
                failure = e;
            }
            isDone = true;
        }

        boolean isDone() {
            boolean isOver = isDone; // read first, because the failure is set before this flag
            FirstFailure.rethrow(failure, String::valueOf);
            return isOver;
        }
    }

    /** Requires {@link #isSettled()}, which is true again when all loads are connected. */
    public void connect(List<String> names) {
        startTask(true, names);
    }

    /** Requires {@link #isSettled()}, which is true again when all connections are closed. */
    public void disconnect(List<String> names) {
        startTask(false, names);
    }

    private void startTask(boolean connects, List<String> names) {
        if (!isSettled()) {
            throw new IllegalStateException("another task is running");
        }
        Task newTask = new Task(connects, loadsNamed(names));
        task = newTask;
        newTask.thread.start();
    }

    /** Throws the failure of the last task, if any. */
    public boolean isSettled() {
        return task == null || task.isDone();
    }

    /** Each load writes after its start delay, for its length or its number of transactions. */
    public void begin(List<String> names, long nowNanos) throws InterruptedException {
        for (RunningLoad load : loadsNamed(names)) {
            load.openWindow(nowNanos, LoadInterval.OPEN);
        }
    }

    /** Throws if workers have failed, or a stopped load has not ended within its workload's timeout. */
    public boolean isOver(String name) throws InterruptedException {
        return loadNamed(name).isOver();
    }

    public boolean hasReachedLimit(String name) throws InterruptedException {
        return loadNamed(name).hasReachedLimit();
    }

    /** The workers finish their open transactions. */
    public void stop(String name) throws InterruptedException {
        loadNamed(name).stop();
    }

    /** Does not wait. */
    void abandon() {
        if (task != null && task.connects) {
            task.thread.interrupt();
        }
    }

    /** Closes the loads of the current task if it failed or was interrupted. */
    void end() {
        abandon();
        if (task == null) {
            return;
        }
        if (!Threads.await(task.thread, TIMEOUT)) {
            throw new RunFailedException(task.thread.getName() + " did not end within " + TIMEOUT.toSeconds() + " s");
        }
        if (task.failure != null || task.wasInterrupted) {
            task.taskLoads.forEach(RunningLoad::close);
        }
    }

    private List<RunningLoad> loadsNamed(List<String> names) {
        return names.stream().map(this::loadNamed).toList();
    }

    private RunningLoad loadNamed(String name) {
        return Objects.requireNonNull(loads.get(name), () -> "there is no load " + name);
    }
}
