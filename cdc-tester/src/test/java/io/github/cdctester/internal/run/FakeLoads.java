// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.internal.meter.MeteredLoad;
import io.github.cdctester.internal.meter.WriteMeter;
import io.github.cdctester.internal.run.load.PhasedLoads;
import io.github.cdctester.workload.StatementTally;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;

final class FakeLoads extends PhasedLoads {

    private final FakeRun run;
    private final Map<String, WriteMeter> meters = new HashMap<>();
    private final Map<String, Long> startNanosByLoad = new HashMap<>();
    private final Set<String> stoppedLoads = new HashSet<>();
    private long settledNanos;

    Duration connectTime = Duration.ZERO;
    Duration disconnectTime = Duration.ZERO;

    /** From the planned end of a load to the end of its last transaction. */
    Duration finishTime = Duration.ZERO;

    final Set<String> loadsAtTransactionLimit = new HashSet<>();

    FakeLoads(FakeRun run) {
        super(List.of(), load -> {});
        this.run = run;
    }

    List<MeteredLoad> metered() {
        return run.loads.stream()
                .map(load -> new MeteredLoad(load.name(), meter(load.name()), 1, () -> true))
                .toList();
    }

    WriteMeter meter(String name) {
        return meters.computeIfAbsent(name, key -> new WriteMeter(List.of("fake"), false));
    }

    /**
     * The commits are in the middle of each second.
     *
     * @param commitsInSecond returns the number of commits for a second of the run, counted from 0
     */
    void scheduleCommits(String name, int seconds, IntUnaryOperator commitsInSecond) {
        for (int second = 0; second < seconds; second++) {
            int count = commitsInSecond.applyAsInt(second);
            run.clock.runAfter(Duration.ofMillis(1_000L * second + 500), () -> {
                for (int i = 0; i < count; i++) {
                    meter(name).transaction(0, 0, 0, 1_000, new StatementTally());
                }
            });
        }
    }

    @Override
    public void connect(List<String> names) {
        run.recordCall("connect " + String.join(" ", names));
        settledNanos = run.clock.nanoTime() + connectTime.toNanos();
    }

    @Override
    public void disconnect(List<String> names) {
        run.recordCall("disconnect " + String.join(" ", names));
        settledNanos = run.clock.nanoTime() + disconnectTime.toNanos();
    }

    @Override
    public boolean isSettled() {
        Throwable failure = run.failures.get("connect task");
        if (failure != null && settledNanos > 0) {
            throw FakeRun.<RuntimeException>unchecked(failure);
        }
        return run.clock.nanoTime() >= settledNanos;
    }

    @Override
    public void begin(List<String> names, long nowNanos) {
        run.recordCall("begin " + String.join(" ", names));
        names.forEach(name -> startNanosByLoad.put(name, nowNanos));
    }

    @Override
    public boolean isOver(String name) {
        if (stoppedLoads.contains(name) || loadsAtTransactionLimit.contains(name)) {
            return true;
        }
        NamedLoad load = run.loads.stream()
                .filter(candidate -> candidate.name().equals(name))
                .findFirst()
                .orElseThrow();
        Duration untilEnd = load.start().plus(load.length()).plus(finishTime);
        return !load.length().isZero() && run.clock.nanoTime() - startNanosByLoad.get(name) >= untilEnd.toNanos();
    }

    @Override
    public boolean hasReachedLimit(String name) {
        return loadsAtTransactionLimit.contains(name);
    }

    @Override
    public void stop(String name) {
        run.recordCall("stop " + name);
        stoppedLoads.add(name);
    }
}
