// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.limit;

import io.github.cdctester.config.Plan;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Summary;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.WriteSummary;
import io.github.cdctester.result.WriteSummary.WorkloadSummary;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A number of the result that has a name, as in a limit.
 *
 * @param name its whole name, such as {@code cdc.delay.p99Millis}
 * @param reader finds it; {@code null} if the result does not have it
 * @param load the load whose number it is; {@code null} if it is of the run as a whole
 */
public record NamedNumber(
        String name,
        Dimension dimension,
        Function<Root, @Nullable Number> reader,
        @Nullable String load) {

    NamedNumber(String name, Dimension dimension, Function<Root, @Nullable Number> reader) {
        this(name, dimension, reader, null);
    }

    /**
     * Finds a number.
     *
     * @param name its name in any case, whole or short, such as {@code delay.p99}
     * @throws IllegalArgumentException if the result has none of that name; the message has those near it
     */
    public static NamedNumber of(String name) {
        return ResultValues.named(name).orElseThrow(() -> Limit.unknown(name));
    }

    /**
     * How many of its own units a number in another unit has to be multiplied with.
     *
     * @param unit as a probe has it: {@code bytes}, {@code percent}, {@code ms}, {@code none} for its own; {@code /s} may stand behind it
     * @throws IllegalArgumentException if the unit does not fit
     */
    public double scaleOf(String unit) {
        String plain = unit.replaceFirst("/s$", "");
        return switch (plain) {
            case "none" -> 1;
            case "bytes" -> dimension.inOwnUnit(1, "B");
            case "percent" -> dimension.inOwnUnit(1, "%");
            default -> dimension == Dimension.COUNT ? 1 : dimension.inOwnUnit(1, plain);
        };
    }

    /** Returns the number in the unit of its name, or {@code null} if it was not measured. */
    public @Nullable Double in(RunResult result) {
        return in(result.plan(), result.summary(), result.verdict(), result.consumers());
    }

    /** Like {@link #in(RunResult)}, for the parts of a future result. */
    public @Nullable Double in(Plan plan, Summary summary, Verdict verdict, List<ConsumerResult> consumers) {
        return of(new Root(plan, summary, verdict, consumers));
    }

    NamedNumber of(String oneLoad, String prefix) {
        return new NamedNumber(prefix + name, dimension, reader, oneLoad);
    }

    /** The parts of a result whose values can be named. */
    record Root(Plan plan, Summary summary, Verdict verdict, List<ConsumerResult> consumers) {

        /** Returns a consumer's result; {@code null} for an unknown name. */
        @Nullable
        ConsumerResult consumer(String name) {
            return consumers.stream()
                    .filter(one -> one.name().equals(name))
                    .findFirst()
                    .orElse(null);
        }

        /** Returns a load's numbers; for a single load the write side's. */
        @Nullable
        WriteSummary write(String load) {
            WriteSummary write = summary.write();
            if (write == null) {
                return null;
            }
            return write.workloads().isEmpty()
                    ? plan.firstLoad().filter(only -> only.name().equals(load)).isPresent() ? write : null
                    : write.workloads().stream()
                            .filter(one -> one.name().equals(load))
                            .findFirst()
                            .map(WorkloadSummary::write)
                            .orElse(null);
        }
    }

    /** The value, or {@code null} if it was not measured. */
    @Nullable
    Double of(Root root) {
        Number value = reader.apply(root);
        return value == null || Double.isNaN(value.doubleValue()) ? null : value.doubleValue();
    }

    /** Returns true if only a run that writes can have it. */
    boolean isOfTheWriteSide() {
        return load != null
                || name.startsWith("write.")
                || name.equals("verdict.committed")
                || name.equals("verdict.unknownOutcome");
    }
}
