// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.StopSignal;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.MetricValues;
import io.github.cdctester.internal.meter.Phase;
import io.github.cdctester.internal.meter.Sample;
import io.github.cdctester.internal.run.load.PhasedLoads;
import io.github.cdctester.internal.run.phases.PlannedPhase.Loads;
import io.github.cdctester.internal.run.phases.StableRate;
import io.github.cdctester.internal.time.NanoClock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A phase in which loads write, until each of them is over. For the conductor's thread. */
final class LoadsPhase {

    /** A load that ends when its rate is stable. */
    private record Watched(NamedLoad load, StableRate rate) {

        /** Whether it wrote all the time between two moments of the phase. */
        boolean wroteFrom(long fromNanos, long toNanos) {
            long start = load.start().toNanos();
            return fromNanos >= start && toNanos <= start + load.length().toNanos();
        }
    }

    private final List<NamedLoad> planned;
    private final PhasedLoads loads;
    private final NanoClock clock;
    private final long beganNanos;
    private final List<Watched> watched;
    private final Set<NamedLoad> stable = new HashSet<>();
    private final Set<NamedLoad> over = new HashSet<>();

    LoadsPhase(Loads phase, Plan plan, PhasedLoads loads, NanoClock clock, long beganNanos) {
        this.loads = loads;
        this.clock = clock;
        this.beganNanos = beganNanos;
        planned = plan.loads().stream()
                .filter(load -> phase.loads().contains(load.name()))
                .toList();
        watched = planned.stream()
                .filter(load -> phase.untilStable().contains(load.name()))
                .map(load -> new Watched(load, new StableRate()))
                .toList();
    }

    /** Runs it, and tells why it ended. */
    String run(SampledTime time, StopSignal stop) throws InterruptedException {
        begin();
        time.pass(Phase.MEASURE, SampledTime.OPEN, this::areOver, this::look);
        return ended(stop);
    }

    void begin() throws InterruptedException {
        loads.begin(planned.stream().map(NamedLoad::name).toList(), beganNanos);
    }

    /** Why it has ended. */
    String ended(StopSignal stop) throws InterruptedException {
        if (stop.isRaised() && !areOver()) {
            return PhaseRunner.STOPPED;
        }
        List<String> reasons = new ArrayList<>();
        for (NamedLoad load : planned) {
            reasons.add(load.name() + ": " + reason(load));
        }
        return String.join("; ", reasons);
    }

    boolean areOver() throws InterruptedException {
        for (NamedLoad load : planned) {
            if (!over.contains(load) && loads.isOver(load.name())) {
                over.add(load);
            }
        }
        return over.size() == planned.size();
    }

    private void look(Sample second) throws InterruptedException {
        long to = clock.nanoTime() - beganNanos;
        long from = to - Math.round(second.seconds() * 1e9);
        for (Watched one : watched) {
            Optional<MetricValues> write = writeOf(one.load(), second);
            if (write.isPresent() && !stable.contains(one.load()) && one.wroteFrom(from, to)) {
                one.rate().add(second.seconds(), write.get().count(Metric.WRITE_TRANSACTIONS) / second.seconds());
                if (one.rate().isStable()) {
                    stable.add(one.load());
                    loads.stop(one.load().name());
                }
            }
        }
    }

    /** Of the only load there is the write side. */
    private static Optional<MetricValues> writeOf(NamedLoad load, Sample second) {
        return second.loads().isEmpty()
                ? second.write()
                : second.loads().stream()
                        .filter(one -> one.name().equals(load.name()))
                        .findFirst()
                        .map(Sample.Named::values);
    }

    private String reason(NamedLoad load) throws InterruptedException {
        if (stable.contains(load)) {
            return "stable";
        }
        if (loads.hasMadeItsNumber(load.name())) {
            return load.transactions() + " transactions";
        }
        boolean waitedFor = watched.stream().anyMatch(one -> one.load().equals(load));
        return (waitedFor ? "not stable within " : "") + PhaseRunner.seconds(load.length());
    }
}
