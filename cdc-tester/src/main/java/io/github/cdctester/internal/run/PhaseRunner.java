// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.meter.Phase;
import io.github.cdctester.internal.run.EndWatch.Ended;
import io.github.cdctester.internal.run.load.PhasedLoads;
import io.github.cdctester.internal.run.outcome.RunTimeline;
import io.github.cdctester.internal.run.outcome.RunTimeline.MeasuredPhase;
import io.github.cdctester.internal.run.phases.PlannedPhase;
import io.github.cdctester.internal.run.phases.PlannedPhase.Backlog;
import io.github.cdctester.internal.run.phases.PlannedPhase.Loads;
import io.github.cdctester.internal.run.phases.PlannedPhase.Observe;
import io.github.cdctester.internal.run.phases.PlannedPhase.PhaseEnd;
import io.github.cdctester.result.RunResult.BacklogResult;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.RunResult.PhaseSpan.LoadEnd.Cause;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Takes the measured part of a run through its phases. Seconds continue between them, while loads are connected and disconnected:
 * there is one window, one stream and one verdict. For the conductor's thread.
 */
final class PhaseRunner {

    /** Cause of the end of a phase after a stop request. */
    static final String STOPPED = "stopped";

    private final RunSettings settings;
    private final RunListener listener;
    private final StopSignal stop;
    private final RunTimeline timeline;
    private final RunParts parts;
    private final PhasedLoads loads;
    private final SampledTime time;
    private final RunClock clock;

    /** The present phase's backlog, if known. */
    private @Nullable BacklogResult backlog;

    /** Ends of the present phase's loads. */
    private List<PhaseSpan.LoadEnd> ends = List.of();

    PhaseRunner(RunSettings settings, RunTimeline timeline, RunParts parts, SampledTime time, RunClock clock) {
        this.settings = settings;
        listener = settings.listener();
        stop = settings.stop();
        this.timeline = timeline;
        this.parts = parts;
        loads = parts.phasedLoads();
        this.time = time;
        this.clock = clock;
    }

    /** Runs, from the moment at which the measured part begins; the first phase's loads are connected. */
    void run() throws InterruptedException {
        List<PlannedPhase> phases = settings.phases();
        for (int i = 0; i < phases.size() && !stop.isRaised(); i++) {
            PlannedPhase phase = phases.get(i);
            boolean writes = !phase.loads().isEmpty();
            if (i > 0 && writes) {
                listener.step("connecting " + String.join(", ", phase.loads()));
                loads.connect(phase.loads());
                settle();
                time.passSecond(Phase.MEASURE); // so that the seconds of its loads are whole ones
            }
            if (!stop.isRaised()) {
                go(phase, i == 0);
            }
            if (i < phases.size() - 1 && writes && !stop.isRaised()) {
                loads.disconnect(phase.loads());
                settle();
            }
        }
    }

    private void settle() throws InterruptedException {
        time.pass(Phase.MEASURE, SampledTime.OPEN, loads::isSettled);
    }

    private void go(PlannedPhase phase, boolean first) throws InterruptedException {
        time.tickIfDue(Phase.MEASURE, second -> {}); // that second belongs to the part before
        long beganNanos = first ? timeline.openedNanos : clock.nanoTime();
        parts.ticks().beginPhase(phase.name());
        long firstSample = parts.ticks().current();
        listener.step("phase " + phase.name());
        listener.phaseBegins(phase.name());
        String ended = "the run broke";
        backlog = null;
        ends = List.of();
        try {
            ended = pass(phase, beganNanos);
            parts.load().failIfBroken();
        } finally {
            timeline.measured.add(measured(phase, beganNanos, firstSample, ended));
        }
        listener.phaseEnded(timeline.measured.get(timeline.measured.size() - 1).span());
    }

    private MeasuredPhase measured(PlannedPhase phase, long beganNanos, long firstSample, String ended) {
        long endedNanos = clock.nanoTime();
        return new MeasuredPhase(
                new PhaseSpan(
                        phase.name(),
                        kind(phase),
                        (beganNanos - timeline.openedNanos) / 1e9,
                        (endedNanos - timeline.openedNanos) / 1e9,
                        firstSample,
                        parts.ticks().current(),
                        phase.loads(),
                        ended,
                        backlog,
                        ends),
                parts.ticks().endPhase(settings.plan().subscriber().rowCounting(), (endedNanos - beganNanos) / 1e9));
    }

    private String pass(PlannedPhase phase, long beganNanos) throws InterruptedException {
        if (phase instanceof Loads some) {
            LoadsPhase writing = new LoadsPhase(some, settings, loads, clock, beganNanos);
            String ended = writing.run(time, stop);
            ends = writing.ends(timeline.openedNanos);
            return ended;
        }
        if (phase instanceof Backlog some) {
            LoadsPhase writing =
                    new LoadsPhase(new Loads(some.name(), some.loads()), settings, loads, clock, beganNanos);
            BacklogPhase caughtUp =
                    new BacklogPhase(some, writing, parts.streams(), listener, clock, timeline.openedNanos);
            String ended = caughtUp.run(time, stop, beganNanos);
            backlog = caughtUp.result();
            ends = writing.ends(timeline.openedNanos);
            return ended;
        }
        return observe((Observe) phase, beganNanos);
    }

    private static PhaseSpan.Kind kind(PlannedPhase phase) {
        if (phase instanceof Loads) {
            return PhaseSpan.Kind.LOADS;
        }
        if (phase instanceof Backlog) {
            return PhaseSpan.Kind.BACKLOG;
        }
        return ((Observe) phase).waits() ? PhaseSpan.Kind.WAIT : PhaseSpan.Kind.OBSERVE;
    }

    private String observe(Observe phase, long beganNanos) throws InterruptedException {
        Optional<EndWatch> watch = phase.until()
                .map(some -> new EndWatch(PhaseEnd.onProbe(some), settings.probes()::latest, clock, name -> false));
        AtomicReference<@Nullable Ended> come = new AtomicReference<>();
        time.pass(Phase.MEASURE, beganNanos + phase.longest().toNanos(), () -> {
            come.set(
                    watch.flatMap(one -> one.look(beganNanos, clock.nanoTime())).orElse(null));
            return come.get() != null;
        });
        Ended ended = come.get();
        if (ended == null && stop.isRaised()) {
            return STOPPED;
        }
        String longest = seconds(phase.longest());
        if (ended == null && phase.waits()) {
            throw new RunFailedException("phase " + phase.name() + ": timed out after " + longest + " of waiting for "
                    + watch.map(EndWatch::state).orElse(""));
        }
        if (ended == null) {
            String passed = watch.map(one -> one.missed(" within " + longest)).orElse(longest);
            ended = new Ended(Cause.TIME, "", passed, clock.nanoTime());
        }
        ends = List.of(ended.of("", timeline.openedNanos));
        return phase.waits() ? watch.map(EndWatch::state).orElse("") : ended.words();
    }

    /** A moment, to the tenth. */
    static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
    }

    static String seconds(Duration time) {
        return BigDecimal.valueOf(time.toNanos(), 9).stripTrailingZeros().toPlainString() + " s";
    }
}
