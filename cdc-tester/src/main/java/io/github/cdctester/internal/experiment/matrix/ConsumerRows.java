// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import io.github.cdctester.internal.value.TrialValues;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.MatrixResult.ConsumerRow;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial.Spread;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.summary.ConsumerCost;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The consumers' values for one cell, and one row per consumer over all runs. */
final class ConsumerRows {

    private static final String PREFIX = "consumers.";

    private ConsumerRows() {}

    /** A key is {@code consumers.NAME.} followed by the name of the value. */
    static Map<String, Double> values(RunResult result) {
        Map<String, Double> values = new LinkedHashMap<>();
        for (ConsumerResult consumer : result.consumers()) {
            String prefix = prefix(consumer.name());
            put(values, prefix + "transactionsPerSecond", consumer.transactionsPerSecond());
            put(values, prefix + "delay.p50Millis", consumer.delay().p50Millis());
            put(values, prefix + "delay.p99Millis", consumer.delay().p99Millis());
            ConsumerCost cost = consumer.cost();
            if (cost != null) {
                put(
                        values,
                        prefix + "cost.cpuCores",
                        cost.cpuCores(result.summary().seconds()));
                put(values, prefix + "cost.peakResidentBytes", (double) cost.peakResidentBytes());
                put(values, prefix + "cost.cpuSecondsPerMillionChanges", cost.cpuSecondsPerMillionChanges());
            }
        }
        return values;
    }

    private static void put(Map<String, Double> values, String name, @Nullable Double value) {
        if (value != null) {
            values.put(name, value);
        }
    }

    private static String prefix(String consumer) {
        return PREFIX + consumer + ".";
    }

    /** Returns the consumers that have a verdict. */
    static List<ConsumerRow> of(List<CellResult> runs) {
        Map<String, List<Double>> valuesOfRuns =
                TrialValues.combine(runs.stream().map(CellResult::trial).toList(), values -> values);
        return new TreeSet<>(runs.stream()
                        .flatMap(run -> run.consumerVerdicts().keySet().stream())
                        .toList())
                .stream().map(name -> row(name, runs, valuesOfRuns)).toList();
    }

    private static ConsumerRow row(String name, List<CellResult> runs, Map<String, List<Double>> valuesOfRuns) {
        Map<Verdict.Status, Integer> verdicts = new TreeMap<>();
        runs.forEach(run -> {
            Verdict.Status status = run.consumerVerdicts().get(name);
            if (status != null) {
                verdicts.merge(status, 1, Integer::sum);
            }
        });
        Map<String, Spread> values = new LinkedHashMap<>();
        valuesOfRuns.forEach((valueName, runValues) -> {
            if (valueName.startsWith(prefix(name))) {
                values.put(valueName.substring(prefix(name).length()), Spread.of(runValues));
            }
        });
        return new ConsumerRow(name, verdicts, values);
    }
}
