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

    private final Map<String, LoadState> courses = new LinkedHashMap<>();
    private final List<EndWatch> endWatches;
    private final PhasedLoads loads;
    private final RunListener listener;
    private final NanoClock clock;
    private final long beganNanos;

    /** Set after a condition of the phase has ended all its loads. */
    private @Nullable ActualEnd phaseEnd;

    LoadsPhase(Loads phase, RunSettings settings, PhasedLoads loads, NanoClock clock, long beganNanos) {
        this.loads = loads;
        this.clock = clock;
        this.beganNanos = beganNanos;
        listener = settings.listener();
        Function<PlannedPhase.PhaseEnd, EndWatch> createWatch =
                end -> new EndWatch(end, settings.probes()::latest, clock, this::isOver);
        for (NamedLoad load : settings.plan().loads()) {
            if (phase.loads().contains(load.name())) {
                courses.put(load.name(), new LoadState(load, phase.timing(load.name()), createWatch));
            }
        }
        endWatches = phase.until().stream().map(createWatch).toList();
    }

    /** Runs the phase and returns the reason for its end. */
    String run(SampledTime time, StopSignal stop) throws InterruptedException {
        begin();
        time.awaitEnd(Phase.MEASURE, SampledTime.OPEN, this::advanceLoads, this::addRates);
        return endReasons(stop);
    }

    void begin() throws InterruptedException {
        List<LoadState> initialLoads = courses.values().stream()
                .filter(course -> course.startsAfter().isEmpty())
                .toList();
        loads.begin(initialLoads.stream().map(LoadState::name).toList(), beganNanos);
        initialLoads.forEach(course -> course.begin(beganNanos));
    }

    /** Returns the reasons why the phase and its loads ended. */
    String endReasons(StopSignal stop) throws InterruptedException {
        if (stop.isRaised() && !advanceLoads()) {
            return PhaseRunner.STOPPED;
        }
        List<String> reasons = new ArrayList<>();
        if (phaseEnd != null) {
            reasons.add(phaseEnd.text());
        } else {
            endWatches.stream()
                    .map(end -> end.notMetMessage(""))
                    .filter(message -> !message.isEmpty())
                    .forEach(reasons::add);
        }
        for (LoadState course : courses.values()) {
            ActualEnd actualEnd = course.ended();
            reasons.add(course.name() + ": " + (actualEnd == null ? PhaseRunner.STOPPED : actualEnd.text()));
        }
        return String.join("; ", reasons);
    }

    /** Returns the recorded ends of the phase and its loads. */
    List<LoadEnd> ends(long openedNanos) {
        List<LoadEnd> loadEnds = new ArrayList<>();
        if (phaseEnd != null) {
            loadEnds.add(phaseEnd.toLoadEnd("", openedNanos));
        }
        for (LoadState course : courses.values()) {
            ActualEnd actualEnd = course.ended();
            if (course.isOver() && actualEnd != null) {
                loadEnds.add(actualEnd.toLoadEnd(course.name(), openedNanos));
            }
        }
        return loadEnds;
    }

    /**
     * Stops loads whose end condition is met, and starts loads that follow an ended load. Returns true if all loads have ended.
     */
    boolean advanceLoads() throws InterruptedException {
        long nowNanos = clock.nanoTime();
        for (LoadState course : courses.values()) {
            String name = course.name();
            if (!course.isOver() && !course.isWaiting() && loads.isOver(name)) {
                course.recordEnd(nowNanos, loads.hasReachedLimit(name));
                listener.loadEnded(name);
            }
        }
        if (courses.values().stream().allMatch(LoadState::isOver)) {
            return true;
        }
        for (LoadState course : courses.values()) {
            if (course.isWaiting() && course.startsAfter().filter(this::isOver).isPresent()) {
                course.begin(nowNanos);
                loads.begin(List.of(course.name()), nowNanos);
            } else if (course.checkEnd(nowNanos)) {
                loads.stop(course.name());
            }
        }
        if (phaseEnd == null) {
            endPhase(nowNanos);
        }
        return false;
    }

    private void endPhase(long nowNanos) throws InterruptedException {
        for (EndWatch end : endWatches) {
            phaseEnd = end.check(beganNanos, nowNanos).orElse(null);
            if (phaseEnd != null) {
                for (LoadState course : courses.values()) {
                    if (course.endWithPhase(nowNanos)) {
                        loads.stop(course.name());
                    }
                }
                return;
            }
        }
    }

    private boolean isOver(String name) {
        return Objects.requireNonNull(courses.get(name), name).isOver();
    }

    private void addRates(Sample second) {
        long toNanos = clock.nanoTime();
        long fromNanos = toNanos - Math.round(second.seconds() * 1e9);
        for (LoadState course : courses.values()) {
            course.stableRate(fromNanos, toNanos)
                    .ifPresent(rate -> writeOf(course.name(), second)
                            .ifPresent(values -> rate.add(
                                    second.seconds(), values.count(Metric.WRITE_TRANSACTIONS) / second.seconds())));
        }
    }

    /** Returns the values of a load. If the run has a single load, these are the values of the whole write side. */
    private static Optional<MetricValues> writeOf(String load, Sample second) {
        return second.loads().isEmpty()
                ? second.write()
                : second.loads().stream()
                        .filter(loadSample -> loadSample.name().equals(load))
                        .findFirst()
                        .map(Sample.NamedValues::values);
    }
}
