// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.MetricValues;
import io.github.cdctester.internal.meter.Phase;
import io.github.cdctester.internal.meter.Sample;
import io.github.cdctester.internal.run.EndWatch.ActualEnd;
import io.github.cdctester.internal.run.load.PhasedLoads;
import io.github.cdctester.internal.run.phases.PlannedPhase;
import io.github.cdctester.internal.run.phases.PlannedPhase.Loads;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.result.RunResult.PhaseSpan.LoadEnd;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A phase in which loads write, until all of them have ended. Used by the run's thread only. */
final class LoadsPhase {

    private final Map<String, LoadLifecycle> lifecycles = new LinkedHashMap<>();
    private final List<EndWatch> endWatches;
    private final PhasedLoads loads;
    private final RunListener listener;
    private final NanoClock clock;
    private final long beganNanos;

    /** Set when a condition of the phase ends its loads. */
    private @Nullable ActualEnd phaseEnd;

    LoadsPhase(Loads phase, RunSettings settings, PhasedLoads loads, NanoClock clock, long beganNanos) {
        this.loads = loads;
        this.clock = clock;
        this.beganNanos = beganNanos;
        listener = settings.listener();
        Function<PlannedPhase.PhaseEnd, EndWatch> createWatch =
                plannedEnd -> new EndWatch(plannedEnd, settings.probes()::latest, clock, this::isOver);
        for (NamedLoad load : settings.plan().loads()) {
            if (phase.loads().contains(load.name())) {
                lifecycles.put(load.name(), new LoadLifecycle(load, phase.timing(load.name()), createWatch));
            }
        }
        endWatches = phase.until().stream().map(createWatch).toList();
    }

    String run(SampledTime time, StopSignal stop) throws InterruptedException {
        begin();
        time.awaitEnd(Phase.MEASURE, SampledTime.NO_LIMIT, this::advanceLoads, this::addRates);
        return endReasons(stop);
    }

    void begin() throws InterruptedException {
        List<LoadLifecycle> initialLoads = lifecycles.values().stream()
                .filter(lifecycle -> lifecycle.precedingLoad().isEmpty())
                .toList();
        loads.begin(initialLoads.stream().map(LoadLifecycle::name).toList(), beganNanos);
        initialLoads.forEach(lifecycle -> lifecycle.begin(beganNanos));
    }

    String endReasons(StopSignal stop) throws InterruptedException {
        if (stop.isRaised() && !advanceLoads()) {
            return PhaseRunner.STOPPED;
        }
        List<String> reasons = new ArrayList<>();
        if (phaseEnd != null) {
            reasons.add(phaseEnd.text());
        } else {
            endWatches.stream()
                    .map(endWatch -> endWatch.notMetMessage(""))
                    .filter(message -> !message.isEmpty())
                    .forEach(reasons::add);
        }
        for (LoadLifecycle lifecycle : lifecycles.values()) {
            ActualEnd actualEnd = lifecycle.actualEnd();
            reasons.add(lifecycle.name() + ": " + (actualEnd == null ? PhaseRunner.STOPPED : actualEnd.text()));
        }
        return String.join("; ", reasons);
    }

    List<LoadEnd> ends(long openedNanos) {
        List<LoadEnd> loadEnds = new ArrayList<>();
        if (phaseEnd != null) {
            loadEnds.add(phaseEnd.toLoadEnd("", openedNanos));
        }
        for (LoadLifecycle lifecycle : lifecycles.values()) {
            ActualEnd actualEnd = lifecycle.actualEnd();
            if (lifecycle.isOver() && actualEnd != null) {
                loadEnds.add(actualEnd.toLoadEnd(lifecycle.name(), openedNanos));
            }
        }
        return loadEnds;
    }

    /** Returns true if all loads have ended. */
    boolean advanceLoads() throws InterruptedException {
        long nowNanos = clock.nanoTime();
        for (LoadLifecycle lifecycle : lifecycles.values()) {
            String name = lifecycle.name();
            if (!lifecycle.isOver() && !lifecycle.isWaiting() && loads.isOver(name)) {
                lifecycle.recordEnd(nowNanos, loads.hasReachedLimit(name));
                listener.loadEnded(name);
            }
        }
        if (lifecycles.values().stream().allMatch(LoadLifecycle::isOver)) {
            return true;
        }
        for (LoadLifecycle lifecycle : lifecycles.values()) {
            if (lifecycle.isWaiting()
                    && lifecycle.precedingLoad().filter(this::isOver).isPresent()) {
                lifecycle.begin(nowNanos);
                loads.begin(List.of(lifecycle.name()), nowNanos);
            } else if (lifecycle.checkEnd(nowNanos)) {
                loads.stop(lifecycle.name());
            }
        }
        if (phaseEnd == null) {
            endPhase(nowNanos);
        }
        return false;
    }

    private void endPhase(long nowNanos) throws InterruptedException {
        for (EndWatch endWatch : endWatches) {
            phaseEnd = endWatch.check(beganNanos, nowNanos).orElse(null);
            if (phaseEnd != null) {
                for (LoadLifecycle lifecycle : lifecycles.values()) {
                    if (lifecycle.endWithPhase(nowNanos)) {
                        loads.stop(lifecycle.name());
                    }
                }
                return;
            }
        }
    }

    private boolean isOver(String name) {
        return Objects.requireNonNull(lifecycles.get(name), name).isOver();
    }

    private void addRates(Sample second) {
        long toNanos = clock.nanoTime();
        long fromNanos = toNanos - Math.round(second.seconds() * 1e9);
        for (LoadLifecycle lifecycle : lifecycles.values()) {
            lifecycle
                    .stableRate(fromNanos, toNanos)
                    .ifPresent(rate -> writeValuesOf(lifecycle.name(), second)
                            .ifPresent(values -> rate.add(
                                    second.seconds(), values.count(Metric.WRITE_TRANSACTIONS) / second.seconds())));
        }
    }

    /** A run with a single load has no values per load, so the whole write side is used. */
    private static Optional<MetricValues> writeValuesOf(String load, Sample second) {
        return second.loads().isEmpty()
                ? second.write()
                : second.loads().stream()
                        .filter(loadSample -> loadSample.name().equals(load))
                        .findFirst()
                        .map(Sample.NamedValues::values);
    }
}
