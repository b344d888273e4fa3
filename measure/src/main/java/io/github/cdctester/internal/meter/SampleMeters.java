// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.internal.meter.Metric.Subject;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Publishes samples through Micrometer once per second, in the sampler's thread. Timers receive each duration separately, which
 * takes a fraction of a µs per duration.
 */
public final class SampleMeters {

    private static final String ALL_STREAMS = "all";
    private static final String NONE_TAG = "none";

    private final MeterRegistry registry;
    private final Tags tags;
    private final List<MetricMeters> streams;
    private final List<MetricMeters> loads;
    private final Map<String, MetricMeters> consumers = new LinkedHashMap<>();

    /** 1 during the phase, else 0. */
    private final Map<String, AtomicInteger> phaseValues = new HashMap<>();

    private final List<Gauge> phaseGauges = new ArrayList<>();
    private @Nullable String phase;

    /** True after the plan's first phase has started. The warm-up and the measured part are then not published as phases. */
    private boolean hasPlanPhases;

    /**
     * Registers the meters of a run.
     *
     * @param workloads values of the tag {@code workload} of the {@code write.*} meters; empty if another program
     *     writes. In the {@code cdc.*} meters, this tag is the first workload, or {@code none}.
     * @param streams values of the tag {@code stream}. In the {@code write.*} meters, this tag is the
     *     stream's name if there is one stream, {@code all} for several streams, or {@code none}.
     * @param consumers values of the tag {@code consumer} of the {@code cdc.consumer.*} meters. Their tag {@code
     *     stream} is the first stream, with which consumers are compared.
     */
    public SampleMeters(MeterRegistry registry, List<String> workloads, List<String> streams, List<String> consumers) {
        this.registry = registry;
        String workloadTag = workloads.isEmpty() ? NONE_TAG : workloads.get(0);
        String streamTag = streams.isEmpty() ? NONE_TAG : streams.size() == 1 ? streams.get(0) : ALL_STREAMS;
        this.streams = streams.stream()
                .map(name -> new MetricMeters(Subject.STREAM, registry, tags(workloadTag, name)))
                .toList();
        loads = workloads.stream()
                .map(name -> new MetricMeters(Subject.WRITE, registry, tags(name, streamTag)))
                .toList();
        for (String name : consumers) {
            Tags consumerTags = tags(workloadTag, streams.get(0)).and("consumer", name);
            this.consumers.put(name, new MetricMeters(Subject.CONSUMER, registry, consumerTags));
        }
        tags = tags(workloadTag, streamTag);
    }

    private static Tags tags(String workload, String stream) {
        return Tags.of("workload", workload, "stream", stream);
    }

    /** The name is published until {@link #endPhase}, the next phase or the drain. */
    public void beginPhase(String name) {
        hasPlanPhases = true;
        publishPhase(name);
    }

    public void endPhase() {
        publishPhase(null);
    }

    private void publishPhase(@Nullable String nextPhase) {
        if (Objects.equals(phase, nextPhase)) {
            return;
        }
        if (phase != null) {
            phaseValues.computeIfAbsent(phase, this::phaseGauge).set(0);
        }
        if (nextPhase != null) {
            phaseValues.computeIfAbsent(nextPhase, this::phaseGauge).set(1);
        }
        phase = nextPhase;
    }

    private AtomicInteger phaseGauge(String name) {
        AtomicInteger gaugeValue = new AtomicInteger();
        phaseGauges.add(Gauge.builder("cdc.phase", gaugeValue, AtomicInteger::get)
                .description("1 during the phase, 0 after it")
                .tags(tags.and("phase", name))
                .register(registry));
        return gaugeValue;
    }

    public void publish(Sample sample) {
        if (!hasPlanPhases || sample.phase() == Phase.DRAIN) {
            publishPhase(
                    switch (sample.phase()) {
                        case WARM_UP -> "warm-up";
                        case MEASURE -> "measure";
                        case DRAIN -> "drain";
                    });
        }
        if (sample.cdc() != null) {
            publish(streams, sample.streams(), sample.cdc(), sample.seconds());
        }
        sample.write().ifPresent(write -> publish(loads, sample.loads(), write, sample.seconds()));
    }

    private static void publish(
            List<MetricMeters> meters, List<Sample.NamedValues> namedValues, MetricValues sum, double seconds) {
        for (int i = 0; i < meters.size(); i++) {
            meters.get(i).publish(meters.size() == 1 ? sum : namedValues.get(i).values(), seconds);
        }
    }

    public void publish(List<ConsumerSecond> seconds) {
        for (ConsumerSecond second : seconds) {
            MetricMeters meters = consumers.get(second.name());
            if (meters != null) {
                meters.publish(second.values(), 1);
            }
        }
    }

    /** The gauges would otherwise keep their last value after the run. */
    public void close() {
        streams.forEach(MetricMeters::close);
        loads.forEach(MetricMeters::close);
        consumers.values().forEach(MetricMeters::close);
        phaseGauges.forEach(registry::remove);
    }
}
