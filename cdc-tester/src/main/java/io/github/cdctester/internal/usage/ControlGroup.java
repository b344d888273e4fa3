// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.usage;

import io.github.cdctester.internal.json.JsonObject;
import io.github.cdctester.internal.usage.CostSource.Usage;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The counters of a control group, of version 1 or 2.
 *
 * @param unified true for version 2
 * @param cpu the group's folder of CPU counters, relative to the mount; the same applies to {@code memory} and {@code disk}
 */
record ControlGroup(ProcFiles files, boolean unified, String cpu, String memory, String disk) {

    /** @param groups a process's file {@code cgroup}, with lines like {@code 4:memory:/docker/ID} or {@code 0::/docker/ID} */
    static ControlGroup of(ProcFiles files, String groups) throws NoReading {
        Optional<String> cpu = folder("cpuacct", groups);
        Optional<String> memory = folder("memory", groups);
        Optional<String> disk = folder("blkio", groups);
        if (cpu.isPresent() && memory.isPresent() && disk.isPresent()) {
            return new ControlGroup(files, false, cpu.get(), memory.get(), disk.get());
        }
        String unifiedFolder = groups.lines()
                .filter(line -> line.startsWith("0::/"))
                .map(line -> line.substring("0::/".length()))
                .findFirst()
                .orElseThrow(() -> NoReading.unavailable("cgroup", "the container has no control group"));
        return new ControlGroup(files, true, unifiedFolder, unifiedFolder, unifiedFolder);
    }

    /** Controllers of one hierarchy share a mount directory, such as {@code cpu,cpuacct}. */
    private static Optional<String> folder(String controller, String groups) {
        return groups.lines()
                .map(line -> line.split(":", 3))
                .filter(parts ->
                        parts.length == 3 && Arrays.asList(parts[1].split(",")).contains(controller))
                .map(parts -> parts[1] + parts[2])
                .findFirst();
    }

    /** Memory excludes page cache that the system can drop at any time. */
    Usage read() throws NoReading {
        double seconds =
                unified ? lineValue(cpu + "/cpu.stat", "usage_usec") / 1e6 : readNumber(cpu + "/cpuacct.usage") / 1e9;
        long usage = readNumber(memory + (unified ? "/memory.current" : "/memory.usage_in_bytes"));
        long inactiveCache = lineValue(memory + "/memory.stat", unified ? "inactive_file" : "total_inactive_file");
        long[] disks = readDiskBytes();
        return new Usage(seconds, Math.max(0, usage - inactiveCache), disks[0], disks[1], null, null);
    }

    /** Parses {@code 8:0 Read 4096} (version 1) or {@code 8:0 rbytes=4096 wbytes=0} (version 2). */
    private long[] readDiskBytes() throws NoReading {
        String text = files.read(disk + (unified ? "/io.stat" : "/blkio.throttle.io_service_bytes"));
        String separator = unified ? "=" : " ";
        return new long[] {
            sumOf(separator, unified ? "rbytes" : "Read", text), sumOf(separator, unified ? "wbytes" : "Write", text)
        };
    }

    private static long sumOf(String separator, String name, String text) {
        String prefix = name + separator;
        return text.lines()
                .flatMap(line -> separator.equals("=")
                        ? Stream.of(line.split(" "))
                        : Stream.of(line.substring(line.indexOf(' ') + 1)))
                .filter(part -> part.startsWith(prefix))
                .mapToLong(part -> JsonObject.wholeNumber(part.substring(prefix.length()), 0))
                .sum();
    }

    private long lineValue(String file, String name) throws NoReading {
        return files.read(file)
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToLong(line -> JsonObject.wholeNumber(line.substring(name.length() + 1), 0))
                .findFirst()
                .orElseThrow(() -> NoReading.unavailable("cgroup", files.root() + "/" + file + " has no line " + name));
    }

    private long readNumber(String file) throws NoReading {
        return JsonObject.wholeNumber(files.read(file).strip(), 0);
    }
}
