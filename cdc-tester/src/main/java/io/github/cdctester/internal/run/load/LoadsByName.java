// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.run.load.RunningLoad.LoadInterval;
import io.github.cdctester.internal.time.ThreadEnd;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The loads of a write side that is connected phase by phase, one task at a time in a thread of its own. */
final class LoadsByName implements PhasedLoads {

    /** Connects one load, and returns when all of its workers are there or one has failed. */
    @FunctionalInterface
    interface Connector {
        void connect(RunningLoad load) throws InterruptedException;
    }

    /** Longer than a server is waited for when a connection is made or closed. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Map<String, RunningLoad> loads = new LinkedHashMap<>();
    private final Connector connector;
    private @Nullable Task task;

    LoadsByName(List<RunningLoad> all, Connector connector) {
        this.connector = connector;
        all.forEach(load -> loads.put(load.load().name(), load));
    }

    /** Connects or disconnects loads. Only connecting is interrupted where the end of the run is wanted. */
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
            Throwable failed = failure;
            if (failed instanceof Error error) {
                throw error;
            }
            if (failed instanceof RuntimeException own) {
                throw own;
            }
            return over;
        }
    }

    @Override
    public void connect(List<String> names) {
        begin(true, names);
    }

    @Override
    public void disconnect(List<String> names) {
        begin(false, names);
    }

    private void begin(boolean connects, List<String> names) {
        if (!isSettled()) {
            throw new IllegalStateException("another task is under way");
        }
        Task begun = new Task(connects, named(names));
        task = begun;
        begun.thread.start();
    }

    @Override
    public boolean isSettled() {
        return task == null || task.isDone();
    }

    @Override
    public void begin(List<String> names, long nowNanos) throws InterruptedException {
        for (RunningLoad load : named(names)) {
            load.openWindow(nowNanos, LoadInterval.OPEN);
        }
    }

    @Override
    public boolean isOver(String name) throws InterruptedException {
        return named(name).isOver();
    }

    @Override
    public boolean hasMadeItsNumber(String name) throws InterruptedException {
        return named(name).hasEndedByItself();
    }

    @Override
    public void stop(String name) throws InterruptedException {
        named(name).stop();
    }

    /** The end of the run is wanted: waits for nobody. */
    void leave() {
        if (task != null && task.connects) {
            task.thread.interrupt();
        }
    }

    /** Waits until nothing is connected or disconnected any more; who was not let in yet does not go on trying. */
    void end() {
        leave();
        if (task == null) {
            return;
        }
        if (!ThreadEnd.await(task.thread, PATIENCE)) {
            throw new RunFailedException(task.thread.getName() + " did not end within " + PATIENCE.toSeconds() + " s");
        }
        if (task.failure != null || task.left) {
            task.of.forEach(RunningLoad::close);
        }
    }

    private List<RunningLoad> named(List<String> names) {
        return names.stream().map(this::named).toList();
    }

    private RunningLoad named(String name) {
        RunningLoad load = loads.get(name);
        if (load == null) {
            throw new IllegalStateException("there is no load " + name);
        }
        return load;
    }
}
