// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run;

import static io.github.cdctester.internal.report.compose.experiment.ProbeTables.amount;

import io.github.cdctester.internal.report.compose.chart.ProbeUnits;
import io.github.cdctester.internal.report.compose.experiment.TableBuilder;
import io.github.cdctester.internal.report.compose.run.table.RunTexts;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Unit;
import io.github.cdctester.result.PlanResult.Scaling;
import io.github.cdctester.result.PlanResult.Scaling.Price;
import io.github.cdctester.result.PlanResult.Scaling.Stretch;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Durations and costs of scaling: one row for the first capacity and for each step; if priced, also for phases and the plan. */
final class ScalingTable {

    static final String ID = "scaling";

    private static final double MILLION = 1e6;
    private static final int MAX_ROWS = 200;
    private static final Price NO_PRICE = new Price("", 0, "", "");

    private record ScalingRow(String series, Stretch stretch, String unit, Price price) {

        @Nullable
        Double costPerMillion() {
            Double cost = stretch.cost();
            Long transactions = stretch.pricedTransactions();
            return cost == null || transactions == null || transactions == 0 ? null : cost / transactions * MILLION;
        }
    }

    private ScalingTable() {}

    static List<Section> sections(List<Scaling> scalings, ProbeUnits units) {
        if (scalings.isEmpty()) {
            return List.of();
        }
        List<ScalingRow> rows = rows(scalings, units);
        String prices = scalings.stream()
                .filter(scaling -> scaling.price() != null)
                .map(scaling ->
                        " " + scaling.series() + " at " + scaling.price().text() + ".")
                .collect(Collectors.joining());
        double unknownSeconds = rows.stream()
                .mapToDouble(row -> row.stretch().unknownSeconds())
                .max()
                .orElse(0);
        Table table = columns(rows).buildFirst(MAX_ROWS, ID, "Scaling", rows, Detail.SUMMARY);
        return List.of(new Section(
                ID,
                "Scaling",
                "Began: the last second on the old level; took: to the first second on the new one. Work and cost"
                        + " cover the whole time until the next step." + prices,
                List.of(table.withNote(
                        unknownSeconds == 0
                                ? null
                                : "Costs, also per transaction, exclude seconds without a reading: "
                                        + RunTexts.oneDecimal(unknownSeconds) + " s."))));
    }

    static Table values(List<Scaling> scalings, ProbeUnits units) {
        List<ScalingRow> rows = rows(scalings, units);
        return columns(rows).build(ID, null, null, rows, Detail.PAGE);
    }

    private static List<ScalingRow> rows(List<Scaling> scalings, ProbeUnits units) {
        List<ScalingRow> rows = new ArrayList<>();
        for (Scaling scaling : scalings) {
            String unit = units.ofSeries(scaling.series());
            Price price = Objects.requireNonNullElse(scaling.price(), NO_PRICE);
            scaling.stretches().forEach(stretch -> rows.add(new ScalingRow(scaling.series(), stretch, unit, price)));
        }
        return rows;
    }

    private static TableBuilder<ScalingRow> columns(List<ScalingRow> rows) {
        return new TableBuilder<ScalingRow>()
                .add(Column.text("series", "probe"), ScalingRow::series)
                .add(Column.text("part", "part"), ScalingRow::stretch, ScalingTable::stretchText)
                .add(Column.amount("from", "from"), row -> amount(row.stretch().from(), row.unit()))
                .add(Column.amount("to", "to"), row -> amount(row.stretch().to(), row.unit()))
                .add(Column.seconds("began", "began", 0), ScalingRow::stretch, Stretch::fromSecond)
                .add(Column.seconds("took", "took", 0), ScalingRow::stretch, Stretch::scaleSeconds)
                .add(
                        Column.seconds("seconds", "for", 0),
                        ScalingRow::stretch,
                        stretch -> stretch.toSecond() - stretch.fromSecond())
                .add(Column.count("transactions", "trx").inGroup(1), ScalingRow::stretch, Stretch::transactions)
                .addIfAny(
                        rows,
                        Column.number("bytes", "stream", Unit.MEGABYTES, 2).inGroup(1),
                        TableBuilder.fromPart(ScalingRow::stretch, Stretch::bytes))
                .addIfAny(
                        rows,
                        Column.count("writes", "writes").inGroup(1),
                        TableBuilder.fromPart(ScalingRow::stretch, Stretch::writes))
                .addIfAny(
                        rows,
                        Column.amount("capacityHours", "capacity").inGroup(2),
                        row -> amount(row.stretch().capacityHours(), row.price().unit() + "-h"))
                .addIfAny(
                        rows,
                        Column.amount("cost", "cost").inGroup(2),
                        row -> amount(row.stretch().cost(), row.price().currency()))
                .addIfAny(
                        rows,
                        Column.amount("costPerMillion", "per 1M trx").inGroup(2),
                        row -> amount(row.costPerMillion(), row.price().currency()));
    }

    private static String stretchText(Stretch stretch) {
        Double from = stretch.from();
        Double to = stretch.to();
        return switch (stretch.kind()) {
            case LEVEL -> "first level";
            case STEP -> from != null && to != null && to < from ? "step down" : "step up";
            case PHASE -> "phase " + stretch.name();
            case WHOLE -> "all";
        };
    }
}
