// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.experiment;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SampleRow;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The second in which a value that broke its limit was at its worst, if it is one that each second has. */
public final class WorstSecond {

    private static final String LOADS = "loads.";

    private WorstSecond() {}

    /** Such as {@code 17 (MEASURE), 912.4 ms}; empty where no second can be named. */
    public static String of(Check check, RunResult run) {
        if (check.held()) {
            return "";
        }
        Limit limit;
        try {
            limit = Limit.parse(check.expression());
        } catch (InvalidPlanException e) {
            return ""; // a consistency condition of a workload is an expression of its own
        }
        Optional<Boolean> above = limit.isBreachedAbove();
        if (above.isEmpty()) {
            return "";
        }
        Function<SampleRow, @Nullable Double> value = series(limit.valueName().orElse(""));
        SampleRow worst = null;
        double found = 0;
        for (SampleRow second : run.samples()) {
            Double there = second.phase() == SampleRow.Part.WARM_UP ? null : value.apply(second);
            if (there != null && (worst == null || (above.get() ? there > found : there < found))) {
                worst = second;
                found = there;
            }
        }
        return worst == null ? "" : worst.second() + " (" + worst.phase() + "), " + limit.inWords(found);
    }

    /** Finds the same number in a second: a result's names are, as far as they go, those of its samples. */
    private static Function<SampleRow, @Nullable Double> series(String name) {
        if (name.startsWith("cdc.delay.")) {
            return second -> duration(second.cdc().delay(), name.substring("cdc.delay.".length()));
        }
        if (name.startsWith("write.")) {
            return second -> write(second.write(), name.substring("write.".length()));
        }
        if (name.startsWith(LOADS)) {
            return second -> load(second, name.substring(LOADS.length()));
        }
        return switch (name) {
            case "cdc.bytesPerSecond" -> second -> second.cdc().bytesPerSecond();
            case "cdc.eventsPerSecond" -> second -> second.cdc().eventsPerSecond();
            case "cdc.transactionsPerSecond" -> second -> second.cdc().transactionsPerSecond();
            default -> second -> null;
        };
    }

    private static @Nullable Double load(SampleRow second, String name) {
        return second.workloads().stream()
                .filter(load -> name.startsWith(load.name() + "."))
                .map(load -> write(load.write(), name.substring(load.name().length() + 1)))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static @Nullable Double write(SampleRow.@Nullable Write write, String name) {
        if (write == null) {
            return null;
        }
        int dot = name.indexOf('.');
        return switch (dot < 0 ? name : name.substring(0, dot)) {
            case "transactionsPerSecond" -> write.transactionsPerSecond();
            case "queriesPerSecond" -> write.queriesPerSecond();
            case "errorsPerCode" -> dot < 0 ? (Double) (double) write.errors() : null;
            case "latency" -> duration(write.latency(), name.substring(dot + 1));
            case "startDelay" -> duration(write.startDelay(), name.substring(dot + 1));
            case "serviceTime" -> duration(write.serviceTime(), name.substring(dot + 1));
            default -> null;
        };
    }

    private static @Nullable Double duration(DurationSummary duration, String name) {
        return switch (name) {
            case "meanMillis" -> duration.meanMillis();
            case "p50Millis" -> duration.p50Millis();
            case "p95Millis" -> duration.p95Millis();
            case "p99Millis" -> duration.p99Millis();
            case "p999Millis" -> duration.p999Millis();
            case "maxMillis" -> duration.maxMillis();
            default -> null;
        };
    }
}
