// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The loads of a write side that is connected phase by phase. For the conductor's thread. */
final class LoadsByName implements PhasedLoads {

    /** Connects one load, and returns when all of its workers are there or one has failed. */
    @FunctionalInterface
    interface Connector {
        void connect(RunningLoad load) throws InterruptedException;
    }

    private final Map<String, RunningLoad> loads = new LinkedHashMap<>();
    private final Connector connector;
    private @Nullable BackgroundTask chore;
    private List<RunningLoad> underWay = List.of();

    LoadsByName(List<RunningLoad> all, Connector connector) {
        this.connector = connector;
        all.forEach(load -> loads.put(load.load().name(), load));
    }

    @Override
    public void connect(List<String> names) {
        begin("cdc-tester-connecting", true, names, wanted -> {
            for (RunningLoad load : wanted) {
                connector.connect(load);
                load.failIfBroken();
            }
        });
    }

    @Override
    public void disconnect(List<String> names) {
        begin("cdc-tester-disconnecting", false, names, over -> over.forEach(RunningLoad::close));
    }

    /** What is done with loads by another thread. */
    @FunctionalInterface
    private interface Work {
        void run(List<RunningLoad> of) throws InterruptedException;
    }

    private void begin(String thread, boolean mayBeLeft, List<String> names, Work work) {
        if (!isSettled()) {
            throw new IllegalStateException("another chore is under way");
        }
        List<RunningLoad> of = named(names);
        underWay = of;
        chore = BackgroundTask.begin(thread, mayBeLeft, () -> work.run(of));
    }

    @Override
    public boolean isSettled() {
        return chore == null || chore.isDone();
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

    /** The end of the run is wanted: nobody waits. */
    void leave() {
        if (chore != null) {
            chore.leave();
        }
    }

    /** Waits until nothing is connected or disconnected any more; who was not let in yet does not go on trying. */
    void end() {
        if (chore != null && !chore.end()) {
            underWay.forEach(RunningLoad::close);
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
