// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.experiment;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SampleRow;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The second in which a violated limit's value was worst, if each second has that value. */
public final class WorstSecond {

    private static final String LOADS = "loads.";

    private WorstSecond() {}

    /** Returns for example {@code 17 (MEASURE), 912.4 ms}; empty without such a second. */
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
        String name = limit.valueName().orElse("");
        SampleRow worst = null;
        double found = 0;
        for (SampleRow second : run.samples()) {
            Double there = second.phase() == SampleRow.Part.WARM_UP ? null : value(second, name);
            if (there != null && (worst == null || (above.get() ? there > found : there < found))) {
                worst = second;
                found = there;
            }
        }
        return worst == null ? "" : worst.second() + " (" + worst.phase() + "), " + limit.inWords(found);
    }

    /** Returns the same value in a second: samples have the result's names, if they have the value. */
    private static @Nullable Double value(SampleRow second, String name) {
        if (name.startsWith("cdc.")) {
            SampleRow.Cdc cdc = second.cdc();
            return cdc == null
                    ? null
                    : value(name.substring("cdc.".length()), cdc.values(), Map.of("delay", cdc.delay()));
        }
        if (name.startsWith("write.")) {
            return write(second.write(), name.substring("write.".length()));
        }
        return second.workloads().stream()
                .filter(load -> name.startsWith(LOADS + load.name() + "."))
                .map(load -> write(
                        load.write(),
                        name.substring(LOADS.length() + load.name().length() + 1)))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static @Nullable Double write(SampleRow.@Nullable Write write, String name) {
        if (write == null) {
            return null;
        }
        return name.equals("errorsPerCode")
                ? write.values().get("errors")
                : value(
                        name,
                        write.values(),
                        Map.of(
                                "latency",
                                write.latency(),
                                "startDelay",
                                write.startDelay(),
                                "serviceTime",
                                write.serviceTime()));
    }

    /** Returns a rate, or a value of a duration; a second's count does not correspond to the run's. */
    private static @Nullable Double value(
            String name, Map<String, Double> rates, Map<String, DurationSummary> durations) {
        int dot = name.indexOf('.');
        DurationSummary duration = dot < 0 ? null : durations.get(name.substring(0, dot));
        if (duration == null) {
            return name.endsWith("PerSecond") ? rates.get(name) : null;
        }
        return switch (name.substring(dot + 1)) {
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
