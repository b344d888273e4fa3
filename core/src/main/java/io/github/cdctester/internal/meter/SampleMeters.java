// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Publishes samples through Micrometer, once a second, in the sampler's thread. The timers receive every duration, grouped
 * by value, which costs a fraction of a µs each; nothing is recorded here while an event or a transaction is on its way.
 */
public final class SampleMeters {

    private static final String ALL_STREAMS = "all";
    private static final String NOBODY = "none";

    private final List<StreamMeters> streams;
    private final List<LoadMeters> loads;
    private final Map<String, ConsumerMeters> consumers = new LinkedHashMap<>();
    private final PhaseMeters phases;

    /** Whether the run has phases of its own, whose names take the place of the parts that every run has. */
    private boolean planned;

    /**
     * Registers the meters.
     *
     * @param workloads the tag named workload of the {@code write.*} meters: the workloads' names, none where somebody else
     *     writes. The {@code cdc.*} meters have the first one's, or {@code none}
     * @param streams the tag named stream: the streams' names. The write side has the only one's, or {@code all}
     */
    public SampleMeters(MeterRegistry registry, List<String> workloads, List<String> streams) {
        this(registry, workloads, streams, List.of());
    }

    /**
     * The same of a run that judges consumers.
     *
     * @param consumers the tag named consumer of the {@code cdc.consumer.*} meters: the consumers' names. Their tag named stream is
     *     the first stream's name, which they are compared with
     */
    public SampleMeters(MeterRegistry registry, List<String> workloads, List<String> streams, List<String> consumers) {
        String written = workloads.isEmpty() ? NOBODY : workloads.get(0);
        this.streams = streams.stream()
                .map(name -> new StreamMeters(registry, Tags.of("workload", written, "stream", name)))
                .toList();
        String into = streams.size() == 1 ? streams.get(0) : ALL_STREAMS;
        loads = workloads.stream()
                .map(name -> new LoadMeters(registry, Tags.of("workload", name, "stream", into)))
                .toList();
        for (String name : consumers) {
            Tags tags = Tags.of("workload", written, "stream", streams.get(0), "consumer", name);
            this.consumers.put(name, new ConsumerMeters(registry, tags));
        }
        phases = new PhaseMeters(registry, Tags.of("workload", written, "stream", into));
    }

    /** A phase of a run that was planned in phases begins; until the next one, or the drain, nothing else is shown. */
    public void phaseBegins(String name) {
        planned = true;
        phases.show(name);
    }

    /** It has ended; what lies between two is none. */
    public void phaseEnds() {
        phases.show(null);
    }

    /** In the words of reports. */
    private static String name(Phase part) {
        return switch (part) {
            case WARM_UP -> "warm-up";
            case MEASURE -> "measure";
            case DRAIN -> "drain";
        };
    }

    /** Publishes one second. */
    public void publish(Sample sample) {
        if (!planned || sample.phase() == Phase.DRAIN) {
            phases.show(name(sample.phase()));
        }
        if (streams.size() == 1) {
            streams.get(0).publish(sample.cdc());
        } else {
            for (int i = 0; i < streams.size(); i++) {
                streams.get(i).publish(sample.streams().get(i).cdc());
            }
        }
        if (loads.size() == 1) {
            sample.write().ifPresent(loads.get(0)::publish);
        } else {
            for (int i = 0; i < loads.size(); i++) {
                loads.get(i).publish(sample.loads().get(i).write());
            }
        }
    }

    /**
     * Publishes one second of the consumers that the meters were registered for.
     *
     * @param seconds what happened at each; none where they are not judged yet
     */
    public void publish(List<ConsumerSecond> seconds) {
        for (ConsumerSecond second : seconds) {
            ConsumerMeters of = consumers.get(second.name());
            if (of != null) {
                of.publish(second);
            }
        }
    }

    /** Takes the gauges out of the registry again: one of a run that has ended would go on saying its last value. */
    public void close() {
        streams.forEach(StreamMeters::close);
        loads.forEach(LoadMeters::close);
        consumers.values().forEach(ConsumerMeters::close);
        phases.close();
    }
}
