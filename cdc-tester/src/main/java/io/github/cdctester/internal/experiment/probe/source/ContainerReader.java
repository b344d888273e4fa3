// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe.source;

import io.github.cdctester.internal.json.JsonNumber;
import io.github.cdctester.internal.json.JsonObject;
import io.github.cdctester.internal.usage.DockerSocket;
import io.github.cdctester.internal.usage.NoReading;
import io.github.cdctester.internal.usage.ProcFiles.CpuShare;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Reads CPU or memory of a container from the Docker engine. CPU is a share of the container's processor limit; memory is counted as in
 * {@code docker stats}.
 */
record ContainerReader(DockerSocket docker, String name, boolean cpu, SeriesNames names, CpuShare share)
        implements SourceReader {

    @Override
    public Map<String, Double> read() throws NoReading, InterruptedException {
        String stats = docker.get("/containers/" + name + "/stats?stream=false&one-shot=true");
        OptionalDouble processors = find(stats, "/cpu_stats/online_cpus");
        if (processors.isEmpty()) {
            share.reset();
            throw NoReading.unavailable("container", "container " + name + " is not running");
        }
        return cpu ? cpu(stats, processors.getAsDouble()) : Map.of(names.singleSeries(), memory(stats));
    }

    private Map<String, Double> cpu(String stats, double processors) throws NoReading, InterruptedException {
        double usableProcessors = Math.min(processors, processorLimit(docker.get("/containers/" + name + "/json")));
        return share.ofProcessors(
                names.singleSeries(), required(stats, "/cpu_stats/cpu_usage/total_usage") / 1e9, usableProcessors);
    }

    /** The limit may change while the container runs. */
    private static double processorLimit(String containerJson) {
        JsonObject config = JsonObject.parse(containerJson)
                .flatMap(json -> json.object("HostConfig"))
                .orElse(null);
        if (config == null) {
            return Double.POSITIVE_INFINITY;
        }
        double allowedProcessors = countProcessors(config.text("CpusetCpus"));
        long nanoCpus = config.number("NanoCpus", 0);
        if (nanoCpus > 0) {
            return Math.min(allowedProcessors, nanoCpus / 1e9);
        }
        long quota = config.number("CpuQuota", 0);
        double period = config.number("CpuPeriod", 0);
        return quota > 0 ? Math.min(allowedProcessors, quota / (period > 0 ? period : 100_000)) : allowedProcessors;
    }

    /** Parses a list such as {@code 0-2,5}; infinite for an empty list. */
    private static double countProcessors(String cpuset) {
        return cpuset.isEmpty()
                ? Double.POSITIVE_INFINITY
                : Stream.of(cpuset.split(","))
                        .map(range -> range.strip().split("-"))
                        .mapToLong(range -> Long.parseLong(range[range.length - 1]) - Long.parseLong(range[0]) + 1)
                        .sum();
    }

    /** Page cache that is inactive is not counted, because the system can release it at any time. */
    private static double memory(String stats) throws NoReading {
        double inactiveCache = find(stats, "/memory_stats/stats/inactive_file")
                .orElse(find(stats, "/memory_stats/stats/total_inactive_file").orElse(0));
        return Math.max(0, required(stats, "/memory_stats/usage") - inactiveCache);
    }

    private static double required(String json, String pointer) throws NoReading {
        return find(json, pointer)
                .orElseThrow(() -> NoReading.unavailable("container", "the Docker engine does not report " + pointer));
    }

    private static OptionalDouble find(String json, String pointer) {
        try {
            return OptionalDouble.of(JsonNumber.at(pointer, json));
        } catch (IllegalArgumentException e) {
            return OptionalDouble.empty();
        }
    }
}
