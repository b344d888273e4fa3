// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.matrix;

import io.github.cdctester.internal.report.compose.experiment.ShortNumber;
import io.github.cdctester.internal.report.compose.experiment.TableBuilder;
import io.github.cdctester.internal.report.compose.experiment.ValueName;
import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.document.Unit;
import io.github.cdctester.internal.value.ResultValues;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.ConsumerRow;
import io.github.cdctester.result.MatrixResult.MatrixRow;
import io.github.cdctester.result.Trial.Spread;
import io.github.cdctester.result.Verdict;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reports the consumers of a matrix. */
final class MatrixConsumers {

    static final String TITLE = "Consumers";

    private static final String P99 = "delay.p99Millis";

    private static final List<Column> VALUE_COLUMNS = List.of(
            Column.decimal("transactionsPerSecond", "TPS", 1),
            Column.millis("delay.p50Millis", "DT p50"),
            Column.millis(P99, "DT p99"),
            Column.decimal("cost.cpuCores", "CPU cores", 3),
            Column.number("cost.peakResidentBytes", "peak memory", Unit.MEGABYTES, 1),
            Column.decimal("cost.cpuSecondsPerMillionChanges", "CPU s per 10⁶ changes", 2));

    private record ConsumerCell(MatrixRow row, ConsumerRow consumer) {

        String name() {
            String axisConsumer = row.consumer();
            return axisConsumer == null ? consumer.name() : axisConsumer;
        }

        Cell verdict() {
            Verdict.Status worst = Collections.max(consumer.verdicts().keySet());
            Tone tone = worst == Verdict.Status.DUPLICATED ? Tone.UNSURE : worst.isBad() ? Tone.BAD : Tone.NEUTRAL;
            return Cell.of(MatrixConsumers.verdict(consumer), tone); // duplicates may be allowed
        }

        double delay() {
            return Objects.requireNonNull(consumer.values().get(P99)).median();
        }

        String delayText() {
            return ShortNumber.of(delay()) + " ms (" + row.load() + ")";
        }

        Cell value(String name) {
            Spread spread = consumer.values().get(name);
            return spread == null ? Cell.of(null) : Cell.spread(spread.median(), spread.min(), spread.max());
        }
    }

    private MatrixConsumers() {}

    private static List<ConsumerCell> consumerCells(MatrixResult matrix) {
        return matrix.table().stream()
                .flatMap(row -> row.consumers().stream().map(consumer -> new ConsumerCell(row, consumer)))
                .toList();
    }

    /** Only rows at the axis value of the summary are compared. */
    static String delayRangeText(MatrixResult matrix) {
        List<ConsumerCell> consumerCells = consumerCells(matrix).stream()
                .filter(cell -> cell.row().label().equals(matrix.summaryAt()))
                .filter(cell -> cell.consumer().values().containsKey(P99))
                .sorted(Comparator.comparingDouble(ConsumerCell::delay))
                .toList();
        String prefix = "At " + ValueName.inWords(matrix.axis(), matrix.summaryAt()) + ", ";
        return consumerCells.isEmpty()
                ? prefix + "no consumer reported a delay"
                : prefix + "DT p99 is from " + consumerCells.get(0).delayText() + " to "
                        + consumerCells.get(consumerCells.size() - 1).delayText();
    }

    static Optional<Table> table(MatrixResult matrix) {
        List<ConsumerCell> consumerCells = consumerCells(matrix);
        if (consumerCells.isEmpty()) {
            return Optional.empty();
        }
        TableBuilder<ConsumerCell> table = new TableBuilder<ConsumerCell>()
                .add("workload", cell -> cell.row().workload())
                .add(
                        Column.count(matrix.axis(), matrix.axis()),
                        cell -> cell.row().label())
                .add("setting", cell -> cell.row().setting())
                .add("consumer", ConsumerCell::name)
                .add(Column.count("runs", "runs"), cell -> cell.row().runs())
                .add("verdict", ConsumerCell::verdict);
        table.addIfAny(
                consumerCells,
                Column.decimal(ResultValues.WRITE_TPS.name(), "written TPS", 1),
                cell -> cell.row().values().get(ResultValues.WRITE_TPS.name()));
        VALUE_COLUMNS.forEach(column -> table.addIfAny(consumerCells, column, cell -> cell.value(column.id())));
        String note = matrix.repeats() == 1 ? null : "Median of the runs, with the lowest and the highest.";
        return Optional.of(table.build("consumers", TITLE, note, consumerCells, Detail.ESSENTIAL));
    }

    /** If the runs have different verdicts, returns the number of runs with each verdict. */
    private static String verdict(ConsumerRow consumer) {
        return consumer.verdicts().size() == 1
                ? consumer.verdicts().keySet().iterator().next().name()
                : consumer.verdicts().entrySet().stream()
                        .map(entry -> entry.getValue() + " " + entry.getKey())
                        .collect(Collectors.joining(", "));
    }

    /** All names start with {@code consumers.NAME.}. */
    static Map<String, Object> values(MatrixRow row) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (ConsumerRow consumer : row.consumers()) {
            String prefix = "consumers." + consumer.name() + ".";
            values.put(prefix + "verdict", verdict(consumer));
            consumer.values().forEach((name, spread) -> {
                values.put(prefix + name + ".median", spread.median());
                values.put(prefix + name + ".min", spread.min());
                values.put(prefix + name + ".max", spread.max());
            });
        }
        return values;
    }
}
