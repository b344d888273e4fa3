// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.assertj;

import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.report.Results;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.DurationSummary;
import io.github.cdctester.result.summary.WriteSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * @param load {@code null} for all writers
 * @param summary values of the whole run; {@code null} if there are none
 * @param writeOfSecond returns {@code null} if a second has no values
 */
record Writes(
        Measured measured,
        @Nullable String load,
        @Nullable WriteSummary summary,
        Function<SampleRow, SampleRow.@Nullable Write> writeOfSecond) {

    static Writes ofAll(Measured measured) {
        return new Writes(measured, null, measured.result().summary().write(), SampleRow::write);
    }

    /** An unknown name causes one failure; later assertions are ignored. */
    static Writes ofLoad(Measured measured, String name) {
        WriteSummary write = measured.result().summary().write();
        List<String> names = measured.result().plan().loads().stream()
                .map(load -> load.name())
                .toList();
        if (write == null || !names.contains(name)) {
            measured.findings()
                    .fail("Expected a load " + name + " in this run, but "
                            + (names.isEmpty() ? "there is no load." : "there are: " + String.join(", ", names) + "."));
            return new Writes(measured.ignoringFailures(), name, null, row -> null);
        }
        if (write.workloads().isEmpty()) {
            return new Writes(measured, name, write, SampleRow::write);
        }
        WriteSummary summaryOfLoad = write.workloads().stream()
                .filter(load -> load.name().equals(name))
                .map(WriteSummary.WorkloadSummary::write)
                .findFirst()
                .orElse(null);
        return new Writes(
                measured,
                name,
                summaryOfLoad,
                row -> row.workloads().stream()
                        .filter(load -> load.name().equals(name))
                        .map(SampleRow.Workload::write)
                        .findFirst()
                        .orElse(null));
    }

    <P> DurationAssert<P> latency(P parent) {
        List<SampleRow> seconds = measured.seconds(false);
        DurationSummary latencySummary = !measured.isWhole()
                ? measured.mergedSummary(() -> Results.latency(seconds.stream()
                        .map(writeOfSecond)
                        .filter(Objects::nonNull)
                        .toList()))
                : summary == null ? Measured.NO_VALUES : summary.latency();
        return new DurationAssert<>(
                measured,
                qualifiedName("latency"),
                latencySummary,
                seconds,
                row -> valueIn(row, SampleRow.Write::latency),
                parent);
    }

    Measured.LimitedValue tps() {
        return measured.rate(
                qualifiedName("TPS"),
                " TPS",
                summary == null ? null : summary.transactionsPerSecond(),
                row -> Objects.requireNonNullElse(valueIn(row, SampleRow.Write::transactions), 0L),
                row -> valueIn(row, SampleRow.Write::transactionsPerSecond));
    }

    private String qualifiedName(String quantity) {
        return load == null ? "the writers' " + quantity : "the " + quantity + " of load " + load;
    }

    private <T> @Nullable T valueIn(SampleRow row, Function<SampleRow.Write, T> number) {
        SampleRow.Write write = writeOfSecond.apply(row);
        return write == null ? null : number.apply(write);
    }

    /** For a whole run, also fails if a commit's outcome is unknown. */
    void hasNoErrors() {
        List<SampleRow> seconds = measured.seconds(false);
        List<String> errors = measured.isWhole() ? errorsOfRun() : errorsOf(seconds);
        if (errors.isEmpty()) {
            return;
        }
        SampleRow firstSecond = seconds.stream()
                .filter(row ->
                        Objects.requireNonNullElse(valueIn(row, write -> write.errors() + write.reconnects()), 0L) > 0)
                .findFirst()
                .orElse(null);
        measured.findings()
                .fail(
                        "Expected no errors of " + (load == null ? "the writers" : "load " + load)
                                + measured.intervalText() + ", but there were " + String.join(", ", errors) + ".",
                        firstSecond,
                        "the first");
    }

    private List<String> errorsOfRun() {
        List<String> errors = new ArrayList<>();
        if (summary != null) {
            summary.errorsPerCode().forEach((code, times) -> errors.add(times + " of code " + code));
            addCount(errors, summary.reconnects(), "reconnect", "");
            addCount(errors, summary.unknownOutcome(), "commit", " without an answer");
        }
        return errors;
    }

    private List<String> errorsOf(List<SampleRow> seconds) {
        List<SampleRow.Write> writes =
                seconds.stream().map(writeOfSecond).filter(Objects::nonNull).toList();
        List<String> errors = new ArrayList<>();
        addCount(errors, writes.stream().mapToLong(SampleRow.Write::errors).sum(), "refused statement", "");
        addCount(errors, writes.stream().mapToLong(SampleRow.Write::reconnects).sum(), "reconnect", "");
        return errors;
    }

    private static void addCount(List<String> errors, long number, String noun, String suffix) {
        if (number > 0) {
            errors.add(PlainText.withNoun(number, noun) + suffix);
        }
    }
}
