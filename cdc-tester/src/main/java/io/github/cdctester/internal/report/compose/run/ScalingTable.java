// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run;

import io.github.cdctester.internal.report.compose.chart.ProbeName;
import io.github.cdctester.internal.report.compose.chart.ProbeUnits;
import io.github.cdctester.internal.report.compose.experiment.ProbeTables;
import io.github.cdctester.internal.report.compose.experiment.TableBuilder;
import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Quantity;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Unit;
import io.github.cdctester.result.PlanResult.Scaling;
import io.github.cdctester.result.PlanResult.Scaling.Price;
import io.github.cdctester.result.PlanResult.Scaling.Stretch;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Scale time and cost: a row for each step of a capacity, for each phase, and for the whole. */
final class ScalingTable {

    /** The table's name, and its file's. */
    static final String ID = "scaling";

    private static final double MILLION = 1e6;
    private static final int MOST_ROWS = 200;

    private record Line(Scaling of, Stretch part, String unit) {

        @Nullable
        Quantity paid(@Nullable Double amount) {
            Price price = of.price();
            return price == null || amount == null
                    ? null
                    : new Quantity(amount, new Unit(price.currency(), 1), Column.SIGNIFICANT);
        }

        @Nullable
        Quantity used() {
            Price price = of.price();
            Double hours = part.capacityHours();
            return price == null || hours == null
                    ? null
                    : new Quantity(hours, new Unit(price.unit() + "-h", 1), Column.SIGNIFICANT);
        }

        @Nullable
        Double costPerMillion() {
            Double cost = part.cost();
            return cost == null || part.transactions() == 0 ? null : cost / part.transactions() * MILLION;
        }
    }

    private ScalingTable() {}

    /** Nothing where no capacity had a step, and none has a price. */
    static List<Section> sections(List<Scaling> all, ProbeUnits units) {
        if (all.isEmpty()) {
            return List.of();
        }
        List<Line> lines = lines(all, units);
        Table table = columns(lines).first(MOST_ROWS, ID, "Scaling", lines, Detail.SUMMARY);
        return List.of(new Section(
                ID,
                "Scaling",
                "Began: the last second on the old level; took: to the first second on the new one. What was done and"
                        + " paid is that of the whole time until the next step." + prices(all),
                List.of(table.noted(gaps(lines)))));
    }

    /** All rows, for CSV. */
    static Table values(List<Scaling> all, ProbeUnits units) {
        List<Line> lines = lines(all, units);
        return columns(lines).build(ID, null, null, lines, Detail.PAGE);
    }

    private static String prices(List<Scaling> all) {
        return all.stream()
                .filter(one -> one.price() != null)
                .map(one -> " " + one.series() + " at " + one.price().text() + ".")
                .collect(Collectors.joining());
    }

    private static @Nullable String gaps(List<Line> lines) {
        double most = lines.stream()
                .mapToDouble(line -> line.part().unknownSeconds())
                .max()
                .orElse(0);
        return most == 0 ? null : "Seconds without a reading are in no cost: " + RunWords.one(most) + " s.";
    }

    private static List<Line> lines(List<Scaling> all, ProbeUnits units) {
        Map<String, ProbeName> names =
                ProbeName.of(all.stream().map(Scaling::series).toList());
        return all.stream()
                .flatMap(one -> {
                    ProbeName name = names.get(one.series());
                    String unit = name == null ? "" : units.of(name);
                    return one.stretches().stream().map(part -> new Line(one, part, unit));
                })
                .toList();
    }

    private static TableBuilder<Line> columns(List<Line> lines) {
        TableBuilder<Line> table = new TableBuilder<Line>()
                .add(Column.text("series", "probe"), line -> line.of().series())
                .add(Column.text("part", "part"), line -> part(line.part()))
                .add(
                        Column.number("from", "from", Unit.NONE, Column.SIGNIFICANT),
                        line -> ProbeTables.amount(line.part().from(), line.unit()))
                .add(
                        Column.number("to", "to", Unit.NONE, Column.SIGNIFICANT),
                        line -> ProbeTables.amount(line.part().to(), line.unit()))
                .add(seconds("began", "began"), line -> line.part().fromSecond())
                .add(seconds("took", "took"), line -> line.part().scaleSeconds())
                .add(
                        seconds("seconds", "for"),
                        line -> line.part().toSecond() - line.part().fromSecond())
                .add(
                        Column.count("transactions", "trx").in(1),
                        line -> line.part().transactions());
        table.addIfAny(
                lines,
                Column.number("bytes", "stream", Unit.MEGABYTES, 2).in(1),
                line -> Cell.of(line.part().bytes()));
        table.addIfAny(
                lines,
                Column.count("writes", "writes").in(1),
                line -> Cell.of(line.part().writes()));
        table.addIfAny(lines, paid("capacityHours", "capacity"), line -> Cell.of(line.used()));
        table.addIfAny(
                lines,
                paid("cost", "cost"),
                line -> Cell.of(line.paid(line.part().cost())));
        table.addIfAny(lines, paid("costPerMillion", "per 1M trx"), line -> Cell.of(line.paid(line.costPerMillion())));
        return table;
    }

    private static Column seconds(String id, String head) {
        return Column.number(id, head, Unit.SECONDS, 0);
    }

    private static Column paid(String id, String head) {
        return Column.number(id, head, Unit.NONE, Column.SIGNIFICANT).in(2);
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
