// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.usage;

import io.github.cdctester.internal.json.JsonObject;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the resource usage of a container from its control group and its network counters. The Docker engine's statistics are not used,
 * because some engines need one second per query.
 */
final class ContainerUsage implements CostSource {

    private static final int RECEIVED_COLUMN = 0;
    private static final int SENT_COLUMN = 8;

    private final DockerSocket docker;
    private final ProcFiles proc;
    private final ProcFiles controlGroups;
    private final String name;
    private @Nullable ControlGroup group;
    private long pid;
    private boolean hasOwnNetwork;

    private Usage earlierStartsUsage = Usage.NOTHING;

    private Usage lastUsage = Usage.NOTHING;
    private @Nullable Usage firstUsage;

    /** @param controlGroups usually {@code /sys/fs/cgroup} */
    ContainerUsage(DockerSocket docker, ProcFiles proc, ProcFiles controlGroups, String name) {
        this.docker = docker;
        this.proc = proc;
        this.controlGroups = controlGroups;
        this.name = name;
    }

    @Override
    public Usage read() throws NoReading, InterruptedException {
        Usage currentUsage;
        try {
            if (group == null) {
                findGroup();
            }
            currentUsage = readCounters();
        } catch (NoReading e) {
            if (firstUsage == null) {
                throw e;
            }
            group = null; // the container has stopped: later readings look for its next start
            earlierStartsUsage = plus(earlierStartsUsage, lastUsage);
            lastUsage = Usage.NOTHING;
            return sinceFirst(Usage.NOTHING);
        }
        lastUsage = currentUsage;
        if (firstUsage == null) {
            firstUsage = currentUsage;
        }
        return sinceFirst(currentUsage);
    }

    private Usage sinceFirst(Usage currentUsage) {
        Usage totalUsage = plus(earlierStartsUsage, currentUsage);
        return firstUsage == null ? totalUsage : totalUsage.since(firstUsage);
    }

    private static Usage plus(Usage endedUsage, Usage currentUsage) {
        return new Usage(
                endedUsage.cpuSeconds() + currentUsage.cpuSeconds(),
                currentUsage.residentBytes(),
                plus(endedUsage.diskReadBytes(), currentUsage.diskReadBytes()),
                plus(endedUsage.diskWrittenBytes(), currentUsage.diskWrittenBytes()),
                plus(endedUsage.receivedBytes(), currentUsage.receivedBytes()),
                plus(endedUsage.sentBytes(), currentUsage.sentBytes()));
    }

    private static @Nullable Long plus(@Nullable Long first, @Nullable Long second) {
        return first == null ? second : second == null ? first : (Long) (first + second);
    }

    private void findGroup() throws NoReading, InterruptedException {
        JsonObject container = JsonObject.parse(docker.get("/containers/" + name + "/json"))
                .orElseThrow(() -> NoReading.unavailable("container", "the Docker engine does not describe " + name));
        pid = container.object("State").map(state -> state.number("Pid", 0)).orElse(0L);
        if (pid == 0) {
            throw NoReading.unavailable("container", "container " + name + " is not running");
        }
        String network = container
                .object("HostConfig")
                .map(config -> config.text("NetworkMode"))
                .orElse("");
        hasOwnNetwork = !network.equals("host") && !network.startsWith("container:");
        group = ControlGroup.of(controlGroups, proc.read(pid + "/cgroup"));
    }

    private Usage readCounters() throws NoReading {
        Usage usage = Objects.requireNonNull(group).read();
        if (!hasOwnNetwork) { // the container shares its network with the host or another container
            proc.read(pid + "/cgroup"); // fails after a restart, which may keep the name of the group
            return usage;
        }
        long[] network = new long[2];
        proc.read(pid + "/net/dev")
                .lines()
                .map(String::strip)
                .filter(line -> line.contains(":") && !line.startsWith("lo:"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip().split(" +"))
                .filter(counts -> counts.length > SENT_COLUMN)
                .forEach(counts -> {
                    network[0] += Long.parseLong(counts[RECEIVED_COLUMN]);
                    network[1] += Long.parseLong(counts[SENT_COLUMN]);
                });
        return usage.withNetwork(network[0], network[1]);
    }
}
