// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.assertj;

import io.github.cdctester.report.Results;
import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.result.WriteSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The numbers of the delay, of all writers together, and of one load. */
final class LoadNumbers {

    static final DurationSummary NOTHING = new DurationSummary(null, 0, null, null, null, null, null, null, 0, 0);

    private LoadNumbers() {}

    static <P> DurationAssert<P> delay(Measured measured, P back) {
        List<SampleRow> seconds = measured.seconds(true);
        DurationSummary summary = measured.isWhole()
                ? measured.result().summary().cdc().delay()
                : merged(
                        measured,
                        () -> Results.delay(seconds.stream().map(SampleRow::cdc).toList()));
        return new DurationAssert<>(
                "the delay" + measured.where(),
                summary,
                seconds,
                row -> row.cdc().delay(),
                measured.findings(),
                back);
    }

    static <P> DurationAssert<P> latency(
            Measured measured,
            String name,
            @Nullable WriteSummary whole,
            Function<SampleRow, SampleRow.@Nullable Write> write,
            P back) {
        List<SampleRow> seconds = measured.seconds(false);
        DurationSummary summary = !measured.isWhole()
                ? merged(
                        measured,
                        () -> Results.latency(seconds.stream()
                                .map(write)
                                .filter(Objects::nonNull)
                                .toList()))
                : whole == null ? NOTHING : whole.latency();
        return new DurationAssert<>(
                name + measured.where(),
                summary,
                seconds,
                row -> {
                    SampleRow.Write there = write.apply(row);
                    return there == null ? null : there.latency();
                },
                measured.findings(),
                back);
    }

    static LimitAssertion rate(
            Measured measured,
            String name,
            @Nullable Double whole,
            Function<SampleRow, SampleRow.@Nullable Write> write) {
        List<SampleRow> seconds = measured.seconds(false);
        Double value = whole == null || measured.isWhole()
                ? whole
                : ThroughputAssert.rate(seconds, row -> {
                    SampleRow.Write there = write.apply(row);
                    return there == null ? 0 : there.transactions();
                });
        return new LimitAssertion(
                name + measured.where(),
                " TPS",
                value,
                seconds,
                row -> {
                    SampleRow.Write there = write.apply(row);
                    return there == null ? null : there.transactionsPerSecond();
                },
                measured.findings());
    }

    /** Fails where a statement was refused, a connection broke, or nobody knows whether a commit was made. */
    static void noErrors(
            Measured measured,
            String whose,
            @Nullable WriteSummary whole,
            Function<SampleRow, SampleRow.@Nullable Write> write) {
        List<SampleRow> seconds = measured.seconds(false);
        List<String> found = measured.isWhole() ? inSummary(whole) : inSeconds(seconds, write);
        if (found.isEmpty()) {
            return;
        }
        SampleRow first = seconds.stream()
                .filter(row -> {
                    SampleRow.Write there = write.apply(row);
                    return there != null && there.errors() + there.reconnects() > 0;
                })
                .findFirst()
                .orElse(null);
        measured.findings()
                .fail(
                        "Expected no errors of " + whose + measured.where() + ", but there were "
                                + String.join(", ", found) + ".",
                        first,
                        "the first");
    }

    private static List<String> inSummary(@Nullable WriteSummary whole) {
        List<String> found = new ArrayList<>();
        if (whole != null) {
            whole.errorsPerCode().forEach((code, times) -> found.add(times + " of code " + code));
            add(found, whole.reconnects(), "reconnect");
            add(found, whole.unknownOutcome(), "commit without an answer", "commits without an answer");
        }
        return found;
    }

    private static List<String> inSeconds(
            List<SampleRow> seconds, Function<SampleRow, SampleRow.@Nullable Write> write) {
        List<SampleRow.Write> there =
                seconds.stream().map(write).filter(Objects::nonNull).toList();
        List<String> found = new ArrayList<>();
        add(found, there.stream().mapToLong(SampleRow.Write::errors).sum(), "refused statement");
        add(found, there.stream().mapToLong(SampleRow.Write::reconnects).sum(), "reconnect");
        return found;
    }

    private static void add(List<String> found, long number, String what) {
        add(found, number, what, what + "s");
    }

    private static void add(List<String> found, long number, String one, String several) {
        if (number > 0) {
            found.add(number + " " + (number == 1 ? one : several));
        }
    }

    private static DurationSummary merged(Measured measured, Supplier<DurationSummary> sum) {
        try {
            return sum.get();
        } catch (IllegalArgumentException e) { // a very long run has given up the distributions of its first seconds
            measured.findings().fail("There are no percentiles" + measured.where() + ": " + e.getMessage());
            return NOTHING;
        }
    }
}
