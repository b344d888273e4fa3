// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run;

import io.github.cdctester.internal.report.UnfinishedRun.Load;
import io.github.cdctester.internal.report.UnfinishedRun.MeasuredPart;
import io.github.cdctester.internal.report.UnfinishedRun.PhasePart;
import io.github.cdctester.internal.report.UnfinishedRun.Stream;
import io.github.cdctester.internal.report.compose.chart.ChartAnnotations;
import io.github.cdctester.internal.report.compose.experiment.ProbeTables;
import io.github.cdctester.internal.report.compose.experiment.TableBuilder;
import io.github.cdctester.internal.report.compose.run.table.MeasuredTables;
import io.github.cdctester.internal.report.compose.run.table.RunTexts;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Prose;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.document.Unit;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.PlanResult.ActionMark;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.BacklogResult;
import io.github.cdctester.result.RunResult.BacklogResult.Forecast;
import io.github.cdctester.result.RunResult.BacklogResult.Stretch;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.summary.DurationSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Tables of a plan's phases, of backlogs, and of actions. */
final class PhaseTables {

    private static final int MAX_SECTIONS = 40;
    private static final int MAX_ACTIONS = 200;

    private PhaseTables() {}

    /** A phase, or a load in a phase. {@code cdc} is null for a load, and for a phase without a stream. */
    private record PhaseRow(
            String name,
            @Nullable Object from,
            double seconds,
            @Nullable Load write,
            @Nullable Stream cdc,
            String ended) {

        @Nullable
        DurationSummary latency() {
            return write == null ? null : write.latency();
        }

        private @Nullable Object streamValue(Function<Stream, @Nullable Object> value) {
            return cdc != null ? value.apply(cdc) : ended.isEmpty() ? "" : null;
        }
    }

    /** If a phase has several loads, one row per load follows. For a run without a result, the totals follow. */
    static Section overview(RunContent run) {
        List<PhaseRow> rows = new ArrayList<>();
        run.phases().forEach(phase -> addRows(phase, rows));
        if (run.result() == null) {
            addRows(new PhasePart(0, "all seconds", 0, "", run.whole()), rows);
        }
        List<Block> blocks = new ArrayList<>();
        if (run.phases().isEmpty()) {
            blocks.add(new Prose("No phase was begun."));
        }
        if (!rows.isEmpty()) {
            blocks.add(
                    columns(run.plan().subscriber().stream()).build("phases", "Phases", null, rows, Detail.ESSENTIAL));
        }
        return new Section("phases", "Phases", null, blocks);
    }

    private static void addRows(PhasePart phase, List<PhaseRow> rows) {
        MeasuredPart part = phase.part();
        String ended = phase.ended() == null ? "under way" : phase.ended();
        rows.add(new PhaseRow(phase.name(), phase.fromSecond(), part.seconds(), part.write(), part.cdc(), ended));
        if (part.workloads().size() > 1) {
            part.workloads()
                    .forEach(load -> rows.add(new PhaseRow(
                            "  " + load.name(),
                            load.fromSecond() == null ? "" : load.fromSecond(),
                            load.seconds(),
                            load.write(),
                            null,
                            "")));
        }
    }

    /** Omits the columns of the stream if the run does not follow a stream. */
    private static TableBuilder<PhaseRow> columns(boolean hasStream) {
        TableBuilder<PhaseRow> columns = new TableBuilder<PhaseRow>()
                .add(Column.text("name", "phase"), PhaseRow::name)
                .add(Column.seconds("from", "from", 1), PhaseRow::from)
                .add(Column.seconds("seconds", "lasted", 1), PhaseRow::seconds)
                .add(Column.decimal("tps", "write TPS", 1), PhaseRow::write, Load::transactionsPerSecond)
                .add(Column.decimal("qps", "QPS", 1), PhaseRow::write, Load::queriesPerSecond)
                .addDuration(Column.millis("latency", "lat p99"), PhaseRow::latency, DurationSummary::p99Millis);
        if (hasStream) {
            columns.add(
                            Column.millis("p50", "DT p50").inGroup(1),
                            row -> row.streamValue(cdc ->
                                    cdc.delay().withoutUnreliablePercentiles().p50Millis()))
                    .add(
                            Column.millis("p99", "DT p99").inGroup(1),
                            row -> row.streamValue(cdc ->
                                    cdc.delay().withoutUnreliablePercentiles().p99Millis()))
                    .add(
                            Column.number("bps", "BPS", Unit.MEGABYTES_PER_SECOND, 2)
                                    .inGroup(1),
                            row -> row.streamValue(Stream::bytesPerSecond));
        }
        return columns.add(Column.text("ended", "ended").inGroup(2), PhaseRow::ended);
    }

    static List<Section> sectionPerPhase(RunContent run) {
        return run.phases().stream()
                .limit(MAX_SECTIONS)
                .map(phase -> section(run, phase))
                .toList();
    }

    private static Section section(RunContent run, PhasePart phase) {
        List<Block> blocks = new ArrayList<>();
        List<MeasuredTables.NamedDurations> durations = new ArrayList<>();
        Stream cdc = phase.part().cdc();
        if (cdc != null) {
            durations.add(new MeasuredTables.NamedDurations("DT", cdc.delay()));
        }
        Load write = phase.part().write();
        if (write != null) {
            durations.add(new MeasuredTables.NamedDurations("write latency", write.latency()));
            if (write.startDelay().count() > 0) {
                durations.add(new MeasuredTables.NamedDurations("start delay", write.startDelay()));
            }
        }
        blocks.add(MeasuredTables.durations("durations", "Durations", durations, Detail.PAGE));
        blocks.add(MeasuredTables.rates(phase.part(), null).withDetail(Detail.PAGE));
        if (!phase.part().workloads().isEmpty()) {
            blocks.add(MeasuredTables.loads(phase.part().workloads(), Detail.PAGE));
        }
        blocks.addAll(ProbeTables.of(run.steps().get(phase.step() - 1).result(), Detail.PAGE));
        addBacklog(run.result(), phase, blocks);
        return new Section(
                "phase-" + phase.step(),
                "Phase " + phase.step() + ": " + ChartAnnotations.shortened(phase.name()),
                "From " + RunTexts.oneDecimal(phase.fromSecond()) + " s to "
                        + RunTexts.oneDecimal(phase.fromSecond() + phase.part().seconds()) + " s. Ended: "
                        + phase.ended(),
                blocks);
    }

    private static void addBacklog(@Nullable RunResult result, PhasePart phase, List<Block> blocks) {
        if (result != null) {
            result.phases().stream()
                    .filter(span -> span.name().equals(phase.name())
                            && Math.abs(span.fromSecond() - phase.fromSecond()) < 0.001)
                    .map(PhaseSpan::backlog)
                    .forEach(backlog -> {
                        if (backlog != null) {
                            blocks.addAll(backlogBlocks(backlog));
                        }
                    });
        }
    }

    static List<Block> backlogBlocks(BacklogResult backlog) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Prose(catchUpText(backlog), Detail.SUMMARY));
        Forecast forecast = backlog.forecast();
        if (forecast != null) {
            blocks.add(new Prose(forecastText(forecast), Detail.SUMMARY));
        }
        blocks.add(new TableBuilder<Stretch>()
                .add(Column.text("name", "part"), stretch -> PlainText.asWords(stretch.part()))
                .add(Column.seconds("from", "from", 1), Stretch::fromSecond)
                .add(Column.seconds("seconds", "lasted", 1), stretch -> stretch.toSecond() - stretch.fromSecond())
                .add(Column.decimal("tps", "write TPS", 1), Stretch::transactionsPerSecond)
                .addDuration(Column.millis("latency", "lat p99"), Stretch::latency, DurationSummary::p99Millis)
                .addDuration(Column.millis("p50", "DT p50").inGroup(1), Stretch::delay, DurationSummary::p50Millis)
                .addDuration(Column.millis("p99", "DT p99").inGroup(1), Stretch::delay, DurationSummary::p99Millis)
                .add(
                        Column.number("bps", "log written", Unit.MEGABYTES_PER_SECOND, 2)
                                .inGroup(1),
                        Stretch::loggedBytesPerSecond)
                .build(
                        "backlog",
                        "Backlog",
                        "Write TPS, latency and DT are of the whole seconds within a part.",
                        backlog.stretches(),
                        Detail.SUMMARY));
        return blocks;
    }

    private static String catchUpText(BacklogResult backlog) {
        Double seconds = backlog.catchUpSeconds();
        return String.format(Locale.ROOT, "The stream was not read for %.1f s; ", backlog.pausedSeconds())
                + megabytes(backlog.piledUpBytes()) + " piled up. "
                + (seconds == null
                        ? "It did not catch up: " + megabytes(backlog.leftBytes()) + " were left."
                        : String.format(Locale.ROOT, "It caught up in %.1f s", seconds) + ", at "
                                + RunTexts.megabytes(backlog.readBytesPerSecond()) + " MB/s.");
    }

    private static String forecastText(Forecast forecast) {
        Double seconds = forecast.catchUpSeconds();
        Double error = forecast.errorPercent();
        return String.format(Locale.ROOT, "Forecast, made %.1f s after reading resumed: ", forecast.madeAfterSeconds())
                + (seconds == null ? "never" : String.format(Locale.ROOT, "%.1f s", seconds))
                + ", at " + RunTexts.megabytes(forecast.readBytesPerSecond()) + " MB/s read and "
                + RunTexts.megabytes(forecast.writtenBytesPerSecond()) + " MB/s written"
                + (error == null ? "." : String.format(Locale.ROOT, "; it was %+.1f %% off.", error));
    }

    private static String megabytes(@Nullable Long bytes) {
        return bytes == null ? "an unknown number of bytes" : RunTexts.megabytes(bytes) + " MB";
    }

    private static Cell outcome(ActionMark action) {
        if (!action.started() || action.millis() == null && action.failure() == null) {
            return Cell.of(action.started() ? "ended with the plan" : "not started", Tone.NEUTRAL);
        }
        return action.failure() == null ? Cell.of("done", Tone.GOOD) : Cell.of("failed", Tone.BAD);
    }

    static Table actions(List<ActionMark> actions) {
        return new TableBuilder<ActionMark>()
                .add(Column.text("phase", "phase"), ActionMark::phase)
                .add(Column.seconds("at", "at", 1), ActionMark::second)
                .add(Column.number("took", "took", Unit.MILLIS, 0), ActionMark::millis)
                .add(Column.text("what", "action"), ActionMark::text)
                .add(Column.text("outcome", "result"), PhaseTables::outcome)
                .buildFirst(MAX_ACTIONS, "actions", "Actions", actions, Detail.SUMMARY);
    }
}
