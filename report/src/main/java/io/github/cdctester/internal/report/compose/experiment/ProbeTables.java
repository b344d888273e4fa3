// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.experiment;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.github.cdctester.internal.report.compose.chart.ProbeUnits;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Quantity;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.value.Dimension;
import io.github.cdctester.internal.value.ResultValue;
import io.github.cdctester.internal.value.ResultValues;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.Summary.ProbeSummary;
import io.github.cdctester.result.summary.Summary.ProbeSummary.ServerFigure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Creates tables of probes, and compares the server's figures with the tester's figures. */
public final class ProbeTables {

    /** The JSON result contains all rows. */
    private static final int MAX_ROWS = 100;

    private static final Column SERIES = Column.text("series", "probe");

    private record ProbeRow(String run, ProbeSummary probe, String unit, boolean hasHeartbeats) {

        boolean includesHeartbeats() {
            ServerFigure figure = figure();
            return hasHeartbeats && figure != null && figure.metric().matches("cdc\\.[a-z]+PerSecond");
        }

        @Nullable
        ServerFigure figure() {
            return probe.figure();
        }
    }

    private ProbeTables() {}

    public static List<Block> of(RunResult run, Detail detail) {
        return blocks(null, probeRows("", run), detail);
    }

    /** {@code heading} is the heading of the first column, which contains the names of the runs. */
    public static Section of(String heading, List<NamedRun> runs) {
        List<ProbeRow> probeRows = runs.stream()
                .flatMap(run -> probeRows(run.name(), run.result()).stream())
                .toList();
        return new Section("probes", "Probes", null, blocks(heading, probeRows, Detail.ESSENTIAL));
    }

    private static List<ProbeRow> probeRows(String name, RunResult run) {
        CdcSummary cdc = run.summary().cdc();
        boolean hasHeartbeats = cdc != null && cdc.heartbeats().transactions() > 0;
        List<ProbeSummary> probes = run.summary().probes();
        ProbeUnits units = new ProbeUnits(run.probeUnits());
        return probes.stream()
                .map(probe -> new ProbeRow(name, probe, units.ofSeries(probe.series()), hasHeartbeats))
                .toList();
    }

    private static List<Block> blocks(@Nullable String heading, List<ProbeRow> probeRows, Detail detail) {
        List<Block> blocks = new ArrayList<>();
        List<ProbeRow> figures =
                probeRows.stream().filter(row -> row.figure() != null).toList();
        if (!figures.isEmpty()) {
            blocks.add(withRunColumn(heading)
                    .add("metric", ProbeRow::figure, ProbeTables::metric)
                    .add(Column.amount("ours", "ours"), ProbeRow::figure, figure -> amount(figure.ours(), unit(figure)))
                    .add(
                            Column.amount("own", "server's own"),
                            ProbeRow::figure,
                            figure -> amount(figure.theirs(), unit(figure)))
                    .add(Column.decimal("ratio", "ours / own", 3), ProbeRow::figure, ServerFigure::ratio)
                    .add(SERIES, ProbeRow::probe, ProbeSummary::series)
                    .buildFirst(MAX_ROWS, "own-figures", "Probe values and the server's figures", figures, detail)
                    .withSentence(
                            figures.stream().anyMatch(ProbeRow::includesHeartbeats)
                                    ? "BPS, EPS, TPS and rows/s include the tester's heartbeats, like the server's values."
                                    : null));
        }
        if (!probeRows.isEmpty()) {
            Map<String, List<ProbeRow>> bySeries =
                    probeRows.stream().collect(groupingBy(row -> row.probe().series(), LinkedHashMap::new, toList()));
            List<ProbeRow> rows =
                    bySeries.values().stream().flatMap(List::stream).toList();
            blocks.add(withRunColumn(heading)
                    .add(SERIES, ProbeRow::probe, ProbeSummary::series)
                    .add(Column.amount("mean", "mean"), ProbeTables::mean)
                    .add(Column.amount("min", "min"), row -> amount(row.probe().min(), row.unit()))
                    .add(Column.amount("max", "max"), row -> amount(row.probe().max(), row.unit()))
                    .add(Column.count("seconds", "seconds"), ProbeRow::probe, ProbeSummary::seconds)
                    .buildFirst(MAX_ROWS, "probe-means", "Probes in the measured part", rows, detail));
        }
        return blocks;
    }

    private static TableBuilder<ProbeRow> withRunColumn(@Nullable String heading) {
        TableBuilder<ProbeRow> table = new TableBuilder<>();
        return heading == null ? table : table.add(Column.text("run", heading), ProbeRow::run);
    }

    /** Uses the unit of the minimum and the maximum, for example MiB for 64 MiB and 512 MiB. */
    private static Quantity mean(ProbeRow row) {
        ProbeSummary probe = row.probe();
        return new Quantity(probe.mean(), ProbeUnits.unit(row.unit(), probe.min(), probe.max()), Column.SIGNIFICANT);
    }

    /** Returns {@code null} if the value is {@code null}. */
    public static @Nullable Quantity amount(@Nullable Double value, String unit) {
        return value == null ? null : new Quantity(value, ProbeUnits.unit(unit, value), Column.SIGNIFICANT);
    }

    private static String metric(ServerFigure figure) {
        return ResultValues.find(figure.metric()).map(ResultValue::label).orElse(figure.metric());
    }

    private static String unit(ServerFigure figure) {
        Dimension dimension =
                ResultValues.find(figure.metric()).map(ResultValue::dimension).orElse(Dimension.COUNT);
        return dimension == Dimension.MILLIS ? "ms" : dimension == Dimension.BYTES_PER_SECOND ? "bytes/s" : "";
    }
}
