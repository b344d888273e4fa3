// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.internal.inject.FaultInjector;
import io.github.cdctester.internal.judge.consumer.ConsumerJudge;
import io.github.cdctester.internal.meter.ConsumerSecond;
import io.github.cdctester.internal.meter.Phase;
import io.github.cdctester.internal.meter.Sample;
import io.github.cdctester.internal.meter.SampleMeters;
import io.github.cdctester.internal.meter.Sampler;
import io.github.cdctester.internal.run.outcome.ProbeTotals;
import io.github.cdctester.internal.run.outcome.RunRecorder;
import io.github.cdctester.internal.run.outcome.RunRecorder.Samples;
import io.github.cdctester.internal.run.outcome.StreamTotals;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.run.RunListener;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Takes one sample per second of a run. */
final class SampleTicker implements AutoCloseable {

    private static final String FAULTS_SERIES = "faults";

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final Sampler sampler;
    private final RunRecorder recorder;
    private final Optional<SampleMeters> meters;
    private final RunListener listener;
    private final ProbeReadings probes;
    private final ProbeTotals probeTotals = new ProbeTotals();
    private final FaultInjector faults;
    private final NanoClock clock;
    private final Optional<ConsumerJudge> consumers;
    private long missedSamples;
    private long lastSecond;
    private boolean hasListenerFailed;

    SampleTicker(
            Sampler sampler,
            RunRecorder recorder,
            Optional<SampleMeters> meters,
            RunListener listener,
            ProbeReadings probes,
            FaultInjector faults,
            Optional<ConsumerJudge> consumers,
            NanoClock clock) {
        this.sampler = sampler;
        this.recorder = recorder;
        this.meters = meters;
        this.listener = listener;
        this.probes = probes;
        this.faults = faults;
        this.consumers = consumers;
        this.clock = clock;
    }

    Sampler sampler() {
        return sampler;
    }

    Samples samples() {
        return new Samples(sampler, recorder, probeTotals, probes.report());
    }

    void start() {
        sampler.start(clock.nanoTime());
    }

    Sample tick(Phase phase) {
        Sample sample = sampler.tick(phase, clock.nanoTime());
        lastSecond = sample.second();
        List<ConsumerSecond> consumerSeconds = phase == Phase.WARM_UP
                ? List.of()
                : consumers.map(ConsumerJudge::takeSecond).orElse(List.of());
        Map<String, Double> values = probes.latest();
        SampleRow row = recorder.add(sample, withFaultCount(values), consumerSeconds);
        if (phase == Phase.MEASURE) {
            probeTotals.add(values, row);
        }
        meters.ifPresent(sampleMeters -> {
            sampleMeters.publish(sample);
            sampleMeters.publish(consumerSeconds);
        });
        if (!hasListenerFailed) {
            report(row);
        }
        return sample;
    }

    /** A failure of the listener ends the run, which still records its last second. */
    private void report(SampleRow row) {
        hasListenerFailed = true;
        faults.newMarks().forEach(mark -> listener.note(Note.of(Note.Code.FAULT_INJECTED, "fault", mark.line())));
        listener.sample(row);
        hasListenerFailed = false;
    }

    /** With fault injection, adds the number of faults that were active in this second. */
    private Map<String, Double> withFaultCount(Map<String, Double> values) {
        if (!faults.hasFaults()) {
            return values;
        }
        Map<String, Double> withFaults = new TreeMap<>(values);
        withFaults.putIfAbsent(FAULTS_SERIES, (double) faults.activeFaultsSinceLastCall());
        return withFaults;
    }

    void beginPhase(String name) {
        sampler.beginInterval();
        meters.ifPresent(sampleMeters -> sampleMeters.beginPhase(name));
    }

    /**
     * Returns {@code null} without a stream.
     *
     * @param surplusParts transactions counted more than once; called after the counts were taken, as at the start of the phase
     */
    @Nullable
    CdcSummary endPhase(RowCounting rowCounting, double seconds, LongSupplier surplusParts) {
        meters.ifPresent(SampleMeters::endPhase);
        return StreamTotals.ofPhase(sampler.endInterval(), seconds)
                .map(totals -> totals.summary(recorder.delaySource(), rowCounting, surplusParts.getAsLong()))
                .orElse(null);
    }

    long missedSamples() {
        return missedSamples;
    }

    long currentSecond() {
        return lastSecond + 1;
    }

    static long firstDue(long fromNanos) {
        return fromNanos + NANOS_PER_SECOND;
    }

    /** Missed samples are the seconds that are already over. */
    long nextDueAfter(long dueNanos) {
        long missed = (clock.nanoTime() - dueNanos) / NANOS_PER_SECOND;
        missedSamples += missed;
        return dueNanos + (missed + 1) * NANOS_PER_SECOND;
    }

    /** Publishes late data, such as a late heartbeat. Called after the readers have ended. */
    void end() {
        Sample lastSample = sampler.tick(Phase.DRAIN, clock.nanoTime());
        meters.ifPresent(sampleMeters -> sampleMeters.publish(lastSample));
    }

    @Override
    public void close() {
        meters.ifPresent(SampleMeters::close);
    }
}
