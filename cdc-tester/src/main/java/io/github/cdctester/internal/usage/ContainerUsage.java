// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.usage;

import io.github.cdctester.internal.json.JsonObject;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the use of a container from its control group and its network. The Docker engine reports the container's first process;
 * its own statistics are not used, because some engines need a second for each.
 */
final class ContainerUsage implements CostSource {

    private static final int RECEIVED = 0;
    private static final int SENT = 8;

    private final DockerSocket docker;
    private final ProcFiles proc;
    private final ProcFiles controlGroups;
    private final String name;
    private @Nullable ControlGroup group;
    private long pid;
    private boolean hasOwnNetwork;

    /** Sums of the earlier starts of the container. */
    private Used ended = Used.NOTHING;

    private Used last = Used.NOTHING;
    private @Nullable Used first;

    /** @param controlGroups usually {@code /sys/fs/cgroup} */
    ContainerUsage(DockerSocket docker, ProcFiles proc, ProcFiles controlGroups, String name) {
        this.docker = docker;
        this.proc = proc;
        this.controlGroups = controlGroups;
        this.name = name;
    }

    @Override
    public Used read() throws NoReading, InterruptedException {
        Used now;
        try {
            if (group == null) {
                findGroup();
            }
            now = readCounters();
        } catch (NoReading e) {
            if (first == null) {
                throw e;
            }
            group = null; // the container has stopped: later readings look for its next start
            ended = plus(ended, last);
            last = Used.NOTHING;
            return sinceFirst(Used.NOTHING);
        }
        last = now;
        if (first == null) {
            first = now;
        }
        return sinceFirst(now);
    }

    private Used sinceFirst(Used now) {
        Used sum = plus(ended, now);
        return first == null ? sum : sum.since(first);
    }

    private static Used plus(Used one, Used other) {
        return new Used(
                one.cpuSeconds() + other.cpuSeconds(),
                other.residentBytes(),
                plus(one.diskReadBytes(), other.diskReadBytes()),
                plus(one.diskWrittenBytes(), other.diskWrittenBytes()),
                plus(one.receivedBytes(), other.receivedBytes()),
                plus(one.sentBytes(), other.sentBytes()));
    }

    private static @Nullable Long plus(@Nullable Long one, @Nullable Long other) {
        return one == null ? other : other == null ? one : (Long) (one + other);
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

    private Used readCounters() throws NoReading {
        Used used = Objects.requireNonNull(group).read();
        if (!hasOwnNetwork) {
            return used; // the container shares its network counters with others
        }
        long[] network = new long[2];
        proc.read(pid + "/net/dev")
                .lines()
                .map(String::strip)
                .filter(line -> line.contains(":") && !line.startsWith("lo:"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip().split(" +"))
                .filter(counts -> counts.length > SENT)
                .forEach(counts -> {
                    network[0] += Long.parseLong(counts[RECEIVED]);
                    network[1] += Long.parseLong(counts[SENT]);
                });
        return used.withNetwork(network[0], network[1]);
    }
}
