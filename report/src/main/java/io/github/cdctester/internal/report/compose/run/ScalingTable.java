// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run;

import static io.github.cdctester.internal.report.compose.experiment.ProbeTables.amount;

import io.github.cdctester.internal.report.compose.chart.ProbeName;
import io.github.cdctester.internal.report.compose.chart.ProbeUnits;
import io.github.cdctester.internal.report.compose.experiment.TableBuilder;
import io.github.cdctester.internal.report.compose.run.table.RunWords;
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

/** Durations and costs of scaling: one row for each scaling step, for each phase, and for the whole plan. */
final class ScalingTable {

    static final String ID = "scaling";

    private static final double MILLION = 1e6;
    private static final int MAX_ROWS = 200;
    private static final Price NO_PRICE = new Price("", 0, "", "");

    /** A row, with the unit of its probe and its price. */
    private record ScalingRow(String series, Stretch part, String unit, Price price) {

        @Nullable
        Double costPerMillion() {
            Double cost = part.cost();
            return cost == null || part.transactions() == 0 ? null : cost / part.transactions() * MILLION;
        }
    }

    private ScalingTable() {}

    /** Returns one section; none if no capacity changed and no capacity has a price. */
    static List<Section> sections(List<Scaling> all, ProbeUnits units) {
        if (all.isEmpty()) {
            return List.of();
        }
        List<ScalingRow> lines = lines(all, units);
        String prices = all.stream()
                .filter(series -> series.price() != null)
                .map(series -> " " + series.series() + " at " + series.price().text() + ".")
                .collect(Collectors.joining());
        double gaps = lines.stream()
                .mapToDouble(line -> line.part().unknownSeconds())
                .max()
                .orElse(0);
        Table table = columns(lines).first(MAX_ROWS, ID, "Scaling", lines, Detail.SUMMARY);
        return List.of(new Section(
                ID,
                "Scaling",
                "Began: the last second on the old level; took: to the first second on the new one. Work and cost"
                        + " cover the whole time until the next step." + prices,
                List.of(table.withNote(
                        gaps == 0
                                ? null
                                : "Costs exclude seconds without a reading: " + RunWords.oneDecimal(gaps) + " s."))));
    }

    /** Returns all rows, for CSV. */
    static Table values(List<Scaling> all, ProbeUnits units) {
        List<ScalingRow> lines = lines(all, units);
        return columns(lines).build(ID, null, null, lines, Detail.PAGE);
    }

    private static List<ScalingRow> lines(List<Scaling> all, ProbeUnits units) {
        var names = ProbeName.of(all.stream().map(Scaling::series).toList());
        List<ScalingRow> lines = new ArrayList<>();
        for (Scaling one : all) {
            String unit = units.of(Objects.requireNonNull(names.get(one.series())));
            Price price = Objects.requireNonNullElse(one.price(), NO_PRICE);
            one.stretches().forEach(part -> lines.add(new ScalingRow(one.series(), part, unit, price)));
        }
        return lines;
    }

    private static TableBuilder<ScalingRow> columns(List<ScalingRow> lines) {
        return new TableBuilder<ScalingRow>()
                .add(Column.text("series", "probe"), ScalingRow::series)
                .add(Column.text("part", "part"), ScalingRow::part, ScalingTable::part)
                .add(Column.amount("from", "from"), line -> amount(line.part().from(), line.unit()))
                .add(Column.amount("to", "to"), line -> amount(line.part().to(), line.unit()))
                .add(seconds("began", "began"), ScalingRow::part, Stretch::fromSecond)
                .add(seconds("took", "took"), ScalingRow::part, Stretch::scaleSeconds)
                .add(seconds("seconds", "for"), ScalingRow::part, part -> part.toSecond() - part.fromSecond())
                .add(Column.count("transactions", "trx").inGroup(1), ScalingRow::part, Stretch::transactions)
                .addIfAny(
                        lines,
                        Column.number("bytes", "stream", Unit.MEGABYTES, 2).inGroup(1),
                        TableBuilder.ofPart(ScalingRow::part, Stretch::bytes))
                .addIfAny(
                        lines,
                        Column.count("writes", "writes").inGroup(1),
                        TableBuilder.ofPart(ScalingRow::part, Stretch::writes))
                .addIfAny(
                        lines,
                        Column.amount("capacityHours", "capacity").inGroup(2),
                        line -> amount(line.part().capacityHours(), line.price().unit() + "-h"))
                .addIfAny(
                        lines,
                        Column.amount("cost", "cost").inGroup(2),
                        line -> amount(line.part().cost(), line.price().currency()))
                .addIfAny(
                        lines,
                        Column.amount("costPerMillion", "per 1M trx").inGroup(2),
                        line -> amount(line.costPerMillion(), line.price().currency()));
    }

    private static Column seconds(String id, String head) {
        return Column.number(id, head, Unit.SECONDS, 0);
    }

    private static String part(Stretch part) {
        Double from = part.from();
        Double to = part.to();
        return switch (part.kind()) {
            case LEVEL -> "first level";
            case STEP -> from != null && to != null && to < from ? "step down" : "step up";
            case PHASE -> "phase " + part.name();
            case WHOLE -> "all";
        };
    }
}
