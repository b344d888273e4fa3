// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.assertj;

import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.internal.value.ResultValue;
import io.github.cdctester.internal.value.ResultValues;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.CdcSummary.Gap;
import io.github.cdctester.result.summary.Summary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Describes a second of a run for a failure message. */
final class SecondDescription {

    private SecondDescription() {}

    /** @param event text before the number of the second, for example {@code first broken, at 912 ms,} */
    static List<String> of(RunResult result, SampleRow second, String event) {
        List<String> lines = new ArrayList<>();
        lines.add(event + " in second " + second.second() + " (" + second.phase() + phasesText(result, second) + ")");
        if (second.cdc() != null) {
            lines.add("the stream then: " + streamText(second.cdc(), second));
        }
        if (second.write() != null) {
            lines.add("the writers then: " + writeText(second.write()));
        }
        second.workloads().forEach(load -> lines.add("load " + load.name() + " then: " + writeText(load.write())));
        if (!second.probes().isEmpty()) {
            List<String> values = new ArrayList<>();
            new TreeMap<>(second.probes()).forEach((name, value) -> values.add(name + " " + number(value)));
            lines.add("probes then: " + String.join(", ", values));
        }
        gaps(result).stream()
                .filter(gap -> samplesOf(result, gap).contains(second))
                .map(SecondDescription::gapText)
                .forEach(lines::add);
        return lines;
    }

    /** @param concernsTiming true if the failure is about a delay, a latency or a rate */
    static List<String> ofWholeRun(RunResult result, boolean concernsTiming) {
        List<String> lines = new ArrayList<>();
        long pauses = result.summary().tester().gcPauseMillis();
        if (pauses > 0 && concernsTiming) {
            lines.add("garbage collections of the tester in the whole run: " + pauses + " ms");
        }
        // notes are ordered by code: from SAME_MACHINE on, they concern comparisons; from FEW_DELAYS_FOR_P99 on,
        // small samples
        int firstOmittedRank = (concernsTiming ? Code.SAME_MACHINE : Code.FEW_DELAYS_FOR_P99).rank();
        result.notes().stream()
                .filter(note -> note.code().rank() < firstOmittedRank)
                .forEach(note -> lines.add("note: " + note.text()));
        return lines;
    }

    static List<Gap> gaps(RunResult result) {
        Summary summary = result.summary();
        CdcSummary cdc = summary.cdc();
        if (cdc == null) {
            return List.of();
        }
        return summary.streams().isEmpty()
                ? cdc.gaps()
                : summary.streams().stream()
                        .flatMap(stream -> stream.cdc().gaps().stream())
                        .toList();
    }

    /** Returns {@code null} if there is no break, or no sample overlaps it. */
    static @Nullable SampleRow secondOfFirstBreak(RunResult result) {
        return gaps(result).stream()
                .min(Comparator.comparing(Gap::at))
                .flatMap(gap -> samplesOf(result, gap).stream().findFirst())
                .orElse(null);
    }

    static String gapText(Gap gap) {
        return "the stream broke, for " + number(gap.seconds()) + " s and "
                + PlainText.withNoun(gap.attempts(), "attempt") + ": " + gap.reason();
    }

    /** Up to three decimals, without trailing zeros. */
    static String number(double value) {
        String text = String.format(Locale.ROOT, "%.3f", value);
        return text.replaceFirst("\\.?0+$", "");
    }

    /** Omits the rounding if it would make {@code value} look like {@code limit}. */
    static String number(double value, double limit) {
        String text = number(value);
        return value != limit && text.equals(number(limit)) ? PlainText.number(value) : text;
    }

    static String millis(Duration time) {
        return number(time.toNanos() / 1e6) + " ms";
    }

    private static String streamText(SampleRow.Cdc cdc, SampleRow second) {
        return cdc.state()
                + (cdc.behindBytes() == null ? "" : ", " + cdc.behindBytes() + " bytes behind")
                + (cdc.unreadMillis() > 0 ? ", unread for " + number(cdc.unreadMillis()) + " ms" : "")
                + rateText(ResultValues.CDC_TPS, second)
                + rateText(ResultValues.CDC_EPS, second)
                + rateText(ResultValues.CDC_BPS, second);
    }

    private static String rateText(ResultValue rate, SampleRow second) {
        Double value = rate.valueIn(second);
        return value == null ? "" : ", " + number(value) + " " + rate.label();
    }

    private static String writeText(SampleRow.Write write) {
        Double p99 = write.latency().p99Millis();
        return number(write.transactionsPerSecond()) + " TPS"
                + (p99 == null ? "" : ", latency p99 " + number(p99) + " ms")
                + ", " + PlainText.withNoun(write.errors(), "error") + ", "
                + PlainText.withNoun(write.reconnects(), "reconnect");
    }

    private static String phasesText(RunResult result, SampleRow second) {
        return result.phases().stream()
                .filter(phase -> phase.firstSample() <= second.second() && second.second() <= phase.lastSample())
                .map(phase -> ", phase " + phase.name())
                .collect(Collectors.joining());
    }

    /** {@code startedAt} is the start of the measured part. */
    private static List<SampleRow> samplesOf(RunResult result, Gap gap) {
        double warmUpSeconds = result.samples().stream()
                .mapToDouble(row -> row.phase() == SampleRow.RunPart.WARM_UP ? row.seconds() : 0)
                .sum();
        double from =
                warmUpSeconds + Duration.between(result.startedAt(), gap.at()).toNanos() / 1e9;
        return samplesIn(result.samples(), from, from + gap.seconds());
    }

    /** The time counts from the start of the load, in sums of lengths, because a sample after missed ones is longer. */
    static List<SampleRow> samplesIn(List<SampleRow> samples, double from, double to) {
        List<SampleRow> found = new ArrayList<>();
        double end = samples.isEmpty() ? 0 : samples.get(0).second() - 1; // long runs omit the first samples
        for (SampleRow row : samples) {
            end += row.seconds();
            if (from < end && to >= end - row.seconds()) {
                found.add(row);
            }
        }
        return found;
    }
}
