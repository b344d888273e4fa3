// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.StopSignal;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.MetricValues;
import io.github.cdctester.internal.meter.Phase;
import io.github.cdctester.internal.meter.Sample;
import io.github.cdctester.internal.run.load.PhasedLoads;
import io.github.cdctester.internal.run.phases.PlannedPhase;
import io.github.cdctester.internal.run.phases.PlannedPhase.Awaited;
import io.github.cdctester.internal.run.phases.PlannedPhase.Loads;
import io.github.cdctester.internal.run.phases.WaitCondition;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.result.RunResult.PhaseSpan.End;
import io.github.cdctester.result.RunResult.PhaseSpan.End.Cause;
import io.github.cdctester.run.RunListener;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A phase in which loads write, until each of them is over. For the conductor's thread. */
final class LoadsPhase {

    /** One of the things that end it with all of its loads. */
    private record WholeEnd(
            String by, Cause cause, @Nullable WaitCondition condition) {}

    private final Map<String, LoadCourse> courses = new LinkedHashMap<>();
    private final List<WholeEnd> ends = new ArrayList<>();
    private final PhasedLoads loads;
    private final RunListener listener;
    private final NanoClock clock;
    private final long beganNanos;
    private @Nullable WholeEnd whole;
    private String wholeWords = "";
    private long wholeNanos;

    LoadsPhase(Loads phase, RunSettings settings, PhasedLoads loads, NanoClock clock, long beganNanos) {
        this.loads = loads;
        this.clock = clock;
        this.beganNanos = beganNanos;
        listener = settings.listener();
        Supplier<Map<String, Double>> readings = settings.probes()::latest;
        for (NamedLoad load : settings.plan().loads()) {
            if (phase.loads().contains(load.name())) {
                courses.put(load.name(), new LoadCourse(load, phase.timing(load.name()), readings));
            }
        }
        for (PlannedPhase.End end : phase.until()) {
            if (end instanceof PlannedPhase.End.OnProbe probe) {
                Awaited awaited = probe.awaited();
                ends.add(new WholeEnd(awaited.subject(), Cause.PROBE, awaited.in(readings)));
            } else if (end instanceof PlannedPhase.End.WithLoad load) {
                ends.add(new WholeEnd(load.name(), Cause.LOAD, null));
            }
        }
    }

    /** Runs it, and tells why it ended. */
    String run(SampledTime time, StopSignal stop) throws InterruptedException {
        begin();
        time.pass(Phase.MEASURE, SampledTime.OPEN, this::areOver, this::look);
        return ended(stop);
    }

    void begin() throws InterruptedException {
        List<String> first = courses.values().stream()
                .filter(course -> course.after().isEmpty())
                .map(course -> course.load().name())
                .toList();
        loads.begin(first, beganNanos);
        first.forEach(name -> course(name).begins(beganNanos));
    }

    /** Why it has ended. */
    String ended(StopSignal stop) throws InterruptedException {
        if (stop.isRaised() && !areOver()) {
            return PhaseRunner.STOPPED;
        }
        List<String> reasons = new ArrayList<>();
        if (whole != null) {
            reasons.add(wholeWords);
        } else {
            ends.stream()
                    .map(WholeEnd::condition)
                    .filter(Objects::nonNull)
                    .forEach(condition -> reasons.add("not met: " + condition.state()));
        }
        for (LoadCourse course : courses.values()) {
            String name = course.load().name();
            reasons.add(name + ": " + course.words(loads.hasMadeItsNumber(name)));
        }
        return String.join("; ", reasons);
    }

    /** When and by what its loads have ended, as far as they have, and the phase itself. */
    List<End> ends(long openedNanos) throws InterruptedException {
        List<End> all = new ArrayList<>();
        WholeEnd first = whole;
        if (first != null) {
            all.add(new End("", first.cause(), first.by(), (wholeNanos - openedNanos) / 1e9));
        }
        for (LoadCourse course : courses.values()) {
            String name = course.load().name();
            if (course.isOver()) {
                double second = (course.endNanos(clock.nanoTime()) - openedNanos) / 1e9;
                all.add(new End(name, course.cause(loads.hasMadeItsNumber(name)), course.by(), second));
            }
        }
        return all;
    }

    /** Looks whether they are; ends those that are to end, and begins those that come after these. */
    boolean areOver() throws InterruptedException {
        long now = clock.nanoTime();
        boolean all = true;
        for (LoadCourse course : courses.values()) {
            String name = course.load().name();
            if (!course.isOver() && (course.hasBegun() || course.isAskedToEnd()) && loads.isOver(name)) {
                course.isOverAt(now);
                listener.loadEnded(name);
            }
            all &= course.isOver();
        }
        if (all) {
            return true;
        }
        for (LoadCourse course : courses.values()) {
            if (!course.isOver()) {
                goOn(course, now);
            }
        }
        if (whole == null) {
            endWhole(now);
        }
        return false;
    }

    private void goOn(LoadCourse course, long now) throws InterruptedException {
        String name = course.load().name();
        Optional<String> after = course.after();
        boolean waits = !course.hasBegun() && !course.isAskedToEnd();
        if (waits && after.filter(other -> course(other).isOver()).isPresent()) {
            course.begins(now);
            loads.begin(List.of(name), now);
        } else if (course.isToEnd(now, courses)) {
            loads.stop(name);
        }
    }

    private void endWhole(long now) throws InterruptedException {
        for (WholeEnd end : ends) {
            WaitCondition condition = end.condition();
            if (condition == null ? course(end.by()).isOver() : condition.isMet()) {
                whole = end;
                wholeNanos = now;
                wholeWords = (condition == null ? end.by() + " has ended" : condition.state()) + ", after "
                        + PhaseRunner.seconds(now - beganNanos);
                for (LoadCourse course : courses.values()) {
                    if (!course.isOver() && !course.isAskedToEnd()) {
                        course.askedToEnd(Cause.PHASE, "", "with the phase", now);
                        loads.stop(course.load().name());
                    }
                }
                return;
            }
        }
    }

    private void look(Sample second) {
        long to = clock.nanoTime();
        long from = to - Math.round(second.seconds() * 1e9);
        for (LoadCourse course : courses.values()) {
            Optional<MetricValues> write = course.isWatched() ? writeOf(course.load(), second) : Optional.empty();
            write.ifPresent(values -> course.passed(
                    from, to, second.seconds(), values.count(Metric.WRITE_TRANSACTIONS) / second.seconds()));
        }
    }

    private LoadCourse course(String name) {
        LoadCourse course = courses.get(name);
        if (course == null) {
            throw new IllegalStateException("no load of this phase is called " + name);
        }
        return course;
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
}
