// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.process;

import io.github.cdctester.consumer.ConsumerLines.Format;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.consumer.ConsumerSpec;
import io.github.cdctester.consumer.ConsumerSpec.Appended;
import io.github.cdctester.consumer.ConsumerSpec.Output;
import io.github.cdctester.consumer.ConsumerSpec.Ready;
import io.github.cdctester.suite.process.OffsetConsumer.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Consumers that run {@link OffsetConsumer}, and what they have printed.
 *
 * @param directory for their files
 */
public record OffsetConsumers(Path directory) {

    /**
     * Describes a consumer.
     *
     * @param storeEvery transactions between two stored offsets; 0: it stores none, and starts at the end of the log
     * @param inFile true if it writes its lines to a file
     */
    public ConsumerSpec spec(String name, int serverId, int storeEvery, boolean inFile, Fault fault, int faultAt) {
        Path lines = directory.resolve(name + ".lines");
        String command = "exec '%s' -Xmx48m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '%s' %s%s"
                .formatted(
                        ProcessHandle.current().info().command().orElseThrow(),
                        System.getProperty("java.class.path"),
                        OffsetConsumer.class.getName(),
                        inFile ? " >> '" + lines + "'" : "");
        Map<String, String> settings = Map.of(
                "SERVER_ID", String.valueOf(serverId),
                "STORE_EVERY", String.valueOf(storeEvery),
                "FAULT", fault.name(),
                "FAULT_AT", String.valueOf(faultAt),
                "OFFSET", directory.resolve(name + ".offset").toString(),
                "TRUTH", truth(name).toString());
        return new ConsumerSpec(
                name,
                inFile ? new Appended(lines) : new Output(),
                ConsumerSpec.shell(command),
                settings,
                Shape.DEFAULT.withFormat(Format.GTID),
                new Ready(Pattern.compile("^ready$"), 0, Duration.ofSeconds(60)),
                Duration.ofSeconds(5),
                false,
                true,
                false,
                null);
    }

    private Path truth(String name) {
        return directory.resolve(name + ".truth");
    }

    /** All transactions that a consumer printed, by their sequence numbers, in its order. */
    public List<Long> printed(String name) throws IOException {
        List<Long> printed = new ArrayList<>();
        List<String> lines = Files.readAllLines(truth(name));
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            boolean isWhole = i + 1 < lines.size() && lines.get(i + 1).equals("D" + line.substring(1));
            if (line.startsWith("P ") && isWhole) {
                printed.add(Long.parseLong(line.substring(line.lastIndexOf('-') + 1)));
            }
        }
        return printed;
    }

    /** Returns transactions that it may have printed or not, because it was killed meanwhile. */
    public Set<Long> uncertain(String name) throws IOException {
        Set<Long> uncertain = new HashSet<>();
        List<String> lines = Files.readAllLines(truth(name));
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.startsWith("P ")
                    && (i + 1 == lines.size() || !lines.get(i + 1).equals("D" + line.substring(1)))) {
                uncertain.add(Long.parseLong(line.substring(line.lastIndexOf('-') + 1)));
            }
        }
        return uncertain;
    }

    /**
     * The right verdict on a consumer.
     *
     * @param lost transactions that it never printed, in order
     * @param repeated transactions that it printed more than once
     * @param late transactions whose first line came after one of a later transaction, in the order of these lines
     */
    public record Right(List<Long> lost, List<Long> repeated, List<Long> late) {

        /** Compares what was printed with what was committed. */
        public static Right of(List<Long> printed, List<Long> committed) {
            Map<Long, Integer> counts = new TreeMap<>();
            List<Long> late = new ArrayList<>();
            long newest = 0;
            for (long one : printed) {
                int count = counts.merge(one, 1, Integer::sum);
                if (count == 1 && one < newest) {
                    late.add(one);
                }
                newest = Math.max(newest, one);
            }
            return new Right(
                    committed.stream().filter(one -> !counts.containsKey(one)).toList(),
                    committed.stream()
                            .filter(one -> counts.getOrDefault(one, 0) > 1)
                            .toList(),
                    late);
        }
    }
}
