// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run.table;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.report.compose.chart.ChartAnnotations;
import io.github.cdctester.internal.report.compose.chart.PaceChart;
import io.github.cdctester.internal.report.compose.chart.ReaderLoadChart;
import io.github.cdctester.internal.report.compose.experiment.TableBuilder;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Prose;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.document.Unit;
import io.github.cdctester.internal.summary.ReaderShare;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.DurationSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Splits the delay time into parts: before a transaction's first byte, during its arrival, and in the tester. Reports the
 * bottleneck of a stream that was behind. Values that the run cannot measure are empty.
 */
public record DelayBreakdown(RunResult result, PaceChart pace, ReaderLoadChart readerLoad) {

    /** A part with at least this share of the mean delay is the main cause. */
    private static final double MAIN_SHARE = 0.5;

    /** A smaller backlog is reported as none. */
    private static final double MIN_BEHIND_BYTES = 5_000;

    /** A part that is computed as a difference has no percentiles, because only means can be subtracted. */
    private record Part(
            String name, @Nullable Double mean, @Nullable DurationSummary durations, Object meaning) {

        Part(String name, DurationSummary durations, String meaning) {
            this(name, durations.meanMillis(), durations, meaning);
        }
    }

    public Section section(ChartAnnotations annotations) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(partsTable());
        blocks.add(pace.draw(annotations));
        blocks.addAll(readerLoad.draw(annotations));
        addForecast(blocks);
        return new Section("where", "Delay by part", bottleneckText(), blocks);
    }

    private boolean isDelayLogAge() {
        return logAgeNote() != null;
    }

    private @Nullable Note logAgeNote() {
        return result.notes().stream()
                .filter(note -> note.code() == Note.Code.DELAY_IS_AGE_OF_LOG)
                .findFirst()
                .orElse(null);
    }

    /** Describes whether server, network or reader was the bottleneck. */
    private String bottleneckText() {
        boolean isDelayLogAge = isDelayLogAge();
        String keptUpText = isDelayLogAge
                ? "The data is older than this run: DT is its age, not the delay of the stream."
                : keptUpText();
        boolean hasCaughtUpLate = !pace.isKnown() && result.summary().catchUpSeconds() > 1;
        boolean wasBehind = isDelayLogAge || hasCaughtUpLate || pace.secondsBehind() > 0;
        if (!wasBehind) {
            return keptUpText + " " + delaySplitText();
        }
        if (result.phases().stream().anyMatch(phase -> phase.backlog() != null)) {
            return keptUpText
                    + " That was planned: the stream was not read during a part of the backlog phase. The phase's"
                    + " table contains the catch-up speed.";
        }
        String limitText = new BottleneckText(result, pace, readerLoad, logAgeNote()).text();
        return limitText.isEmpty() ? keptUpText : keptUpText + " " + limitText;
    }

    private String keptUpText() {
        if (pace.secondsBehind() > 0) {
            return String.format(
                    Locale.ROOT,
                    "The stream was behind in %d seconds, by up to %s MB at %.0f s.",
                    pace.secondsBehind(),
                    RunTexts.megabytes(pace.largestBacklog().behindBytes()),
                    pace.largestBacklog().second());
        }
        String largestText = pace.largestBacklog().behindBytes() < MIN_BEHIND_BYTES
                ? "never behind the end of the log."
                : "at most " + RunTexts.megabytes(pace.largestBacklog().behindBytes())
                        + " MB behind the end of the log.";
        if (pace.isKnown()) {
            return "The stream kept up: it was " + largestText;
        }
        int seconds = pace.knownSeconds() + pace.unknownSeconds();
        return "It is not known for each second whether the stream kept up: the server did not report the end of its log"
                + (pace.knownSeconds() == 0
                        ? "."
                        : " in " + pace.unknownSeconds() + " of " + seconds + " seconds. In the others it was "
                                + largestText)
                + (result.summary().catchUpSeconds() > 1 && result.verdict().status() != Verdict.Status.BEHIND
                        ? String.format(
                                Locale.ROOT,
                                " It needed %.1f s after the last commit to read the rest.",
                                result.summary().catchUpSeconds())
                        : "");
    }

    private String delaySplitText() {
        CdcSummary cdc = result.summary().stream();
        Double mean = cdc.delay().meanMillis();
        Double toFirstByte = cdc.delayAtFirstByte().meanMillis();
        if (isMeasuredBy(DelaySource.EVENT_HEADER)) {
            return "The run cannot divide the delay: event headers contain whole seconds, so DT is 0 to 1 s too long.";
        }
        if (mean == null || toFirstByte == null || mean <= 0 || isMeasuredBy(DelaySource.HEARTBEAT)) {
            return "The run cannot divide the delay between server and network.";
        }
        double arriving = Math.max(0, mean - toFirstByte) / mean;
        return arriving >= MAIN_SHARE
                ? String.format(
                        Locale.ROOT,
                        "%.0f %% of the mean DT pass between a transaction's first and last byte: it depends on its"
                                + " size and on the speed of server and network.",
                        100 * arriving)
                : String.format(
                        Locale.ROOT,
                        "%.0f %% of the mean DT pass before a transaction's first byte arrives: commit, log, wake-up"
                                + " of the dump thread and network, which the run cannot distinguish.",
                        100 * (1 - arriving));
    }

    private boolean isMeasuredBy(DelaySource source) {
        return source.name().equals(result.summary().stream().delay().source());
    }

    private String firstByteText() {
        if (isDelayLogAge()) {
            return "age of the log when it was read";
        }
        return isMeasuredBy(DelaySource.EVENT_HEADER)
                ? "server and network, and 0 to 1 s too long; clock ± included"
                : "server and network; clock ± included";
    }

    private Table partsTable() {
        DurationSummary lastByteDelay = result.summary().stream().delay();
        DurationSummary firstByteDelay = result.summary().stream().delayAtFirstByte();
        Double mean = lastByteDelay.meanMillis();
        double readerShare = ReaderShare.cpuShare(result.summary());
        String readerText = Double.isNaN(readerShare)
                ? "not in DT, and not measured"
                : String.format(
                        Locale.ROOT,
                        "not in DT; the reader used a processor for %.0f %% of the time",
                        100 * readerShare);
        List<Part> parts = List.of(
                new Part("commit → first byte", firstByteDelay, firstByteText()),
                new Part(
                        "first byte → last byte",
                        difference(mean, firstByteDelay.meanMillis()),
                        null,
                        "the transaction's size and transfer speed; known for the mean only"),
                new Part("commit → last byte: DT", lastByteDelay, "the measured delay"),
                new Part(
                        "last byte → counted",
                        null,
                        null,
                        Cell.of(
                                readerText,
                                readerShare >= ReaderShare.MIN_BOTTLENECK_SHARE ? Tone.BAD : Tone.NEUTRAL)));
        return new TableBuilder<Part>()
                .add(Column.text("part", ""), Part::name)
                .add(Column.millis("mean", "mean"), Part::mean)
                .add(Column.number("share", "of the mean", Unit.PERCENT, 0), part -> share(mean, part.mean()))
                .addDuration(Column.millis("p50", "p50"), Part::durations, DurationSummary::p50Millis)
                .addDuration(Column.millis("p99", "p99"), Part::durations, DurationSummary::p99Millis)
                .addDuration(Column.millis("max", "max"), Part::durations, DurationSummary::maxMillis)
                .add(Column.text("is", "meaning"), Part::meaning)
                .build(
                        "delay-parts",
                        "DT by part",
                        isMeasuredBy(DelaySource.HEARTBEAT)
                                ? "Of the tester's heartbeat rows, which are small: the load's transactions may arrive in"
                                        + " more pieces."
                                : null,
                        parts,
                        Detail.PAGE);
    }

    private static @Nullable Double difference(@Nullable Double whole, @Nullable Double part) {
        return whole == null || part == null ? null : (Double) Math.max(0, whole - part);
    }

    private static @Nullable Double share(@Nullable Double whole, @Nullable Double part) {
        return whole == null || part == null || whole <= 0 ? null : (Double) (100 * Math.min(1, part / whole));
    }

    private void addForecast(List<Block> blocks) {
        if (pace.secondsBehind() == 0 || !pace.isBehind()) {
            return;
        }
        OptionalDouble catchUpSeconds = pace.catchUpSeconds();
        blocks.add(new Prose(
                catchUpSeconds.isPresent()
                        ? String.format(
                                Locale.ROOT,
                                "At the end of the page's seconds %s MB were unread; at the speed of the last seconds,"
                                        + " %s MB/s faster than the log grew, the stream would have caught up %.1f s"
                                        + " later.",
                                RunTexts.megabytes(pace.lastBehindBytes()),
                                RunTexts.megabytes(pace.closingBytesPerSecond()),
                                catchUpSeconds.getAsDouble())
                        : String.format(
                                Locale.ROOT,
                                "At the end of the page's seconds %s MB were unread, and the stream came no nearer to"
                                        + " the end of the log: at these speeds it never catches up.",
                                RunTexts.megabytes(pace.lastBehindBytes()))));
    }
}
