// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.meter.Phase;
import io.github.cdctester.internal.run.EndWatch.ActualEnd;
import io.github.cdctester.internal.run.load.PhasedLoads;
import io.github.cdctester.internal.run.outcome.RunTimeline;
import io.github.cdctester.internal.run.outcome.RunTimeline.MeasuredPhase;
import io.github.cdctester.internal.run.outcome.TesterUsage;
import io.github.cdctester.internal.run.phases.PlannedPhase;
import io.github.cdctester.internal.run.phases.PlannedPhase.Backlog;
import io.github.cdctester.internal.run.phases.PlannedPhase.Loads;
import io.github.cdctester.internal.run.phases.PlannedPhase.Observe;
import io.github.cdctester.internal.run.phases.PlannedPhase.PhaseEnd;
import io.github.cdctester.result.RunResult.BacklogResult;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.RunResult.PhaseSpan.LoadEnd.Cause;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Runs the phases of the measured part with one window, one stream and one verdict. Used by the run's thread only. */
final class PhaseRunner {

    static final String STOPPED = "stopped";

    private final RunSettings settings;
    private final RunListener listener;
    private final StopSignal stop;
    private final RunTimeline timeline;
    private final RunComponents components;
    private final PhasedLoads loads;
    private final SampledTime time;
    private final RunClock clock;

    /** Set for a backlog phase that has begun to catch up. */
    private @Nullable BacklogResult backlog;

    private List<PhaseSpan.LoadEnd> loadEnds = List.of();

    private long surplusPartsAtStart;

    PhaseRunner(
            RunSettings settings, RunTimeline timeline, RunComponents components, SampledTime time, RunClock clock) {
        this.settings = settings;
        listener = settings.listener();
        stop = settings.stop();
        this.timeline = timeline;
        this.components = components;
        loads = components.phasedLoads();
        this.time = time;
        this.clock = clock;
    }

    /** Called at the start of the measured part, when the loads of the first phase are connected. */
    void run() throws InterruptedException {
        List<PlannedPhase> phases = settings.phases();
        for (int i = 0; i < phases.size() && !stop.isRaised(); i++) {
            PlannedPhase phase = phases.get(i);
            boolean writes = !phase.loads().isEmpty();
            if (i > 0 && writes) {
                listener.step("connecting " + String.join(", ", phase.loads()));
                loads.connect(phase.loads());
                settle();
                time.awaitFullSecond(Phase.MEASURE); // so that the phase starts with a full second
            }
            if (!stop.isRaised()) {
                runPhase(phase, i == 0);
            }
            if (i < phases.size() - 1 && writes && !stop.isRaised()) {
                loads.disconnect(phase.loads());
                settle();
            }
        }
    }

    private void settle() throws InterruptedException {
        time.awaitEnd(Phase.MEASURE, SampledTime.NO_LIMIT, loads::isSettled);
    }

    private void runPhase(PlannedPhase phase, boolean isFirst) throws InterruptedException {
        if (!isFirst) {
            components.streams().renew();
        }
        time.tickIfDue(Phase.MEASURE, second -> {}); // a due second belongs to the time before the phase
        long beganNanos = isFirst ? timeline.openedNanos : clock.nanoTime();
        components.ticker().beginPhase(phase.name());
        surplusPartsAtStart = components.judge().surplusParts();
        TesterUsage usageAtStart = usage();
        long firstSecond = components.ticker().currentSecond();
        listener.step("phase " + phase.name());
        listener.phaseBegins(phase.name());
        String endReason = "the run broke";
        backlog = null;
        loadEnds = List.of();
        try {
            endReason = runByKind(phase, beganNanos);
            components.load().failIfBroken();
        } finally {
            timeline.measuredPhases.add(measuredPhase(phase, beganNanos, firstSecond, endReason, usageAtStart));
        }
        listener.phaseEnded(
                timeline.measuredPhases.get(timeline.measuredPhases.size() - 1).span());
    }

    private TesterUsage usage() {
        return TesterUsage.now(components.streams(), components.ticker().missedSamples());
    }

    private MeasuredPhase measuredPhase(
            PlannedPhase phase, long beganNanos, long firstSecond, String endReason, TesterUsage usageAtStart) {
        long endedNanos = clock.nanoTime();
        components.streams().renew();
        CdcSummary cdc = components
                .ticker()
                .endPhase(
                        settings.plan().subscriber().rowCounting(),
                        (endedNanos - beganNanos) / 1e9,
                        () -> components.judge().surplusParts() - surplusPartsAtStart);
        return new MeasuredPhase(
                new PhaseSpan(
                        phase.name(),
                        kind(phase),
                        (beganNanos - timeline.openedNanos) / 1e9,
                        (endedNanos - timeline.openedNanos) / 1e9,
                        firstSecond,
                        components.ticker().currentSecond(),
                        phase.loads(),
                        endReason,
                        backlog,
                        loadEnds),
                cdc,
                usageAtStart.summaryUntil(usage(), cdc == null ? 0 : cdc.bytes()));
    }

    private String runByKind(PlannedPhase phase, long beganNanos) throws InterruptedException {
        if (phase instanceof Loads planned) {
            LoadsPhase loadsPhase = new LoadsPhase(planned, settings, loads, clock, beganNanos);
            String endReason = loadsPhase.run(time, stop);
            loadEnds = loadsPhase.ends(timeline.openedNanos);
            return endReason;
        }
        if (phase instanceof Backlog planned) {
            LoadsPhase loadsPhase =
                    new LoadsPhase(new Loads(planned.name(), planned.loads()), settings, loads, clock, beganNanos);
            BacklogPhase backlogPhase =
                    new BacklogPhase(planned, loadsPhase, components.streams(), listener, clock, timeline.openedNanos);
            String endReason = backlogPhase.run(time, stop, beganNanos);
            backlog = backlogPhase.result();
            loadEnds = loadsPhase.ends(timeline.openedNanos);
            return endReason;
        }
        return observe((Observe) phase, beganNanos);
    }

    private static PhaseSpan.PhaseType kind(PlannedPhase phase) {
        if (phase instanceof Loads) {
            return PhaseSpan.PhaseType.LOADS;
        }
        if (phase instanceof Backlog) {
            return PhaseSpan.PhaseType.BACKLOG;
        }
        return ((Observe) phase).waits() ? PhaseSpan.PhaseType.WAIT : PhaseSpan.PhaseType.OBSERVE;
    }

    private String observe(Observe phase, long beganNanos) throws InterruptedException {
        Optional<EndWatch> watch = phase.until()
                .map(planned ->
                        new EndWatch(PhaseEnd.onProbe(planned), settings.probes()::latest, clock, name -> false));
        AtomicReference<@Nullable ActualEnd> foundEnd = new AtomicReference<>();
        time.awaitEnd(Phase.MEASURE, beganNanos + phase.maxDuration().toNanos(), () -> {
            foundEnd.set(watch.flatMap(endWatch -> endWatch.check(beganNanos, clock.nanoTime()))
                    .orElse(null));
            return foundEnd.get() != null;
        });
        ActualEnd actualEnd = foundEnd.get();
        if (actualEnd == null && stop.isRaised()) {
            return STOPPED;
        }
        String maxDuration = seconds(phase.maxDuration());
        if (actualEnd == null && phase.waits()) {
            throw new RunFailedException("phase " + phase.name() + ": timed out after " + maxDuration
                    + " of waiting for " + watch.map(EndWatch::state).orElse(""));
        }
        if (actualEnd == null) {
            String endText = watch.map(endWatch -> endWatch.notMetMessage(" within " + maxDuration))
                    .orElse(maxDuration);
            actualEnd = new ActualEnd(Cause.TIME, "", endText, clock.nanoTime());
        }
        loadEnds = List.of(actualEnd.toLoadEnd("", timeline.openedNanos));
        return phase.waits() ? watch.map(EndWatch::state).orElse("") : actualEnd.text();
    }

    static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
    }

    static String seconds(Duration time) {
        return BigDecimal.valueOf(time.toNanos(), 9).stripTrailingZeros().toPlainString() + " s";
    }
}
