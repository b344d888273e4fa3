// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.process;

import io.github.cdctester.consumer.ConsumerLines.Format;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.consumer.ConsumerSpec;
import io.github.cdctester.consumer.ConsumerSpec.FileSource;
import io.github.cdctester.consumer.ConsumerSpec.Output;
import io.github.cdctester.consumer.ConsumerSpec.Ready;
import io.github.cdctester.suite.process.OffsetConsumer.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** @param directory directory for the consumers' files */
public record OffsetConsumers(Path directory) {

    /**
     * @param storeEvery transactions between two stored offsets; 0 to store none and to start at the end of the log
     * @param usesFile true if the consumer writes its lines to a file
     */
    public ConsumerSpec spec(String name, int serverId, int storeEvery, boolean usesFile, Fault fault, int faultAt) {
        Path lines = directory.resolve(name + ".lines");
        String command = "exec " + ConsumerJvm.quoted(" ", OffsetConsumer.class, "-Xmx48m")
                + (usesFile ? " >> '" + lines + "'" : "");
        Map<String, String> settings = Map.of(
                "SERVER_ID", String.valueOf(serverId),
                "STORE_EVERY", String.valueOf(storeEvery),
                "FAULT", fault.name(),
                "FAULT_AT", String.valueOf(faultAt),
                "OFFSET", directory.resolve(name + ".offset").toString(),
                "TRUTH", directory.resolve(name + ".truth").toString());
        return new ConsumerSpec(
                name,
                usesFile ? new FileSource(lines) : new Output(),
                ConsumerSpec.shell(command),
                settings,
                Shape.DEFAULT.withFormat(Format.GTID),
                new Ready(Pattern.compile("^ready$"), 0, Duration.ofSeconds(60)),
                Duration.ofSeconds(5),
                false,
                true,
                false,
                null,
                null);
    }

    /**
     * Returns sequence numbers in the order of the output. If the consumer was killed before it recorded a line as printed, returns the
     * lists with and without this line.
     */
    public List<List<Long>> printedTransactions(String name) throws IOException {
        Path lines = directory.resolve(name + ".lines");
        if (Files.exists(lines)) {
            return List.of(Files.readAllLines(lines).stream()
                    .map(OffsetConsumers::number)
                    .toList());
        }
        List<List<Long>> possibleLists = new ArrayList<>(List.of(new ArrayList<>()));
        List<String> records = Files.readAllLines(directory.resolve(name + ".truth"));
        for (int i = 0; i < records.size(); i++) {
            String record = records.get(i);
            if (record.startsWith("P ")) {
                boolean isCertain = i + 1 < records.size() && records.get(i + 1).startsWith("D ");
                List<List<Long>> listsWithoutLine = new ArrayList<>();
                if (!isCertain) {
                    possibleLists.forEach(list -> listsWithoutLine.add(new ArrayList<>(list)));
                }
                possibleLists.forEach(list -> list.add(number(record)));
                possibleLists.addAll(listsWithoutLine);
            }
        }
        return possibleLists;
    }

    private static long number(String gtid) {
        return Long.parseLong(gtid.substring(gtid.lastIndexOf('-') + 1));
    }

    /**
     * The findings that the verdict on a consumer must contain.
     *
     * @param lostTransactions transactions that the consumer never printed, in order
     * @param repeatedTransactions transactions that the consumer printed more than once
     * @param lateTransactions transactions first printed after a later transaction, in the order of their first lines
     */
    public record ExpectedFindings(
            List<Long> lostTransactions, List<Long> repeatedTransactions, List<Long> lateTransactions) {

        public static ExpectedFindings of(List<Long> printed, List<Long> committed) {
            Map<Long, Integer> counts = new TreeMap<>();
            List<Long> lateTransactions = new ArrayList<>();
            long newestTransaction = 0;
            for (long transaction : printed) {
                int count = counts.merge(transaction, 1, Integer::sum);
                if (count == 1 && transaction < newestTransaction) {
                    lateTransactions.add(transaction);
                }
                newestTransaction = Math.max(newestTransaction, transaction);
            }
            return new ExpectedFindings(
                    committed.stream()
                            .filter(transaction -> !counts.containsKey(transaction))
                            .toList(),
                    committed.stream()
                            .filter(transaction -> counts.getOrDefault(transaction, 0) > 1)
                            .toList(),
                    lateTransactions);
        }
    }
}
