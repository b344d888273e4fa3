// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Values and rates of one sampled second, by column name. Omits columns without a value, and some zeros. Backed by an array to save memory,
 * because a day has 86,400 seconds.
 */
public final class MetricColumns extends AbstractMap<String, Double> {

    private static final Map<Metric.Subject, MetricColumns> TEMPLATES = new EnumMap<>(Metric.Subject.class);

    static {
        for (Metric.Subject subject : Metric.Subject.values()) {
            Map<String, Column> columns = new LinkedHashMap<>();
            for (Metric metric : Metric.of(subject)) {
                if (!metric.column().isEmpty()) {
                    add(columns, metric.column(), metric, false);
                    if (metric.spec().perSecond) {
                        add(columns, metric.rateColumn(), metric, true);
                    }
                }
            }
            double[] unknownValues = new double[columns.size()];
            Arrays.fill(unknownValues, Double.NaN);
            TEMPLATES.put(subject, new MetricColumns(columns, unknownValues));
        }
    }

    private static void add(Map<String, Column> columns, String name, Metric metric, boolean isRate) {
        columns.put(name, new Column(name, metric, isRate, columns.size()));
    }

    private final Map<String, Column> columns;
    private final double[] values;

    private MetricColumns(Map<String, Column> columns, double[] values) {
        this.columns = columns;
        this.values = values;
    }

    public record Column(String name, Metric metric, boolean isRate, int index) {

        public @Nullable Object toFileValue(@Nullable Double value) {
            if (value == null) {
                return null;
            }
            if (metric == Metric.STATE) {
                return StreamState.ofOrdinal(value).name();
            }
            return isRate || metric.spec().writtenAsDecimal ? value : (Object) value.longValue();
        }

        public boolean isOptional() {
            return !metric.spec().nullable;
        }
    }

    static String perSecond(String column) {
        return column + "PerSecond";
    }

    public static Map<String, Column> columnsOf(Metric.Subject subject) {
        return template(subject).columns;
    }

    private static MetricColumns template(Metric.Subject subject) {
        return Objects.requireNonNull(TEMPLATES.get(subject));
    }

    public static Map<String, Double> columnsOf(Metric.Subject subject, Map<String, Double> byName) {
        MetricColumns template = template(subject);
        double[] values = template.values.clone();
        byName.forEach((name, value) -> {
            Column column = template.columns.get(name);
            if (column != null) {
                values[column.index] = value;
            }
        });
        return new MetricColumns(template.columns, values);
    }

    static Map<String, Double> columnsOf(Metric.Subject subject, double[] bySlot, double seconds) {
        MetricColumns template = template(subject);
        double[] values = template.values.clone();
        for (Column column : template.columns.values()) {
            double value = bySlot[column.metric.slot()];
            boolean isOmitted = value == 0 && column.metric.spec().zeroOmitted || column.isRate && !(seconds > 0);
            values[column.index] = isOmitted ? Double.NaN : column.isRate ? value / seconds : value;
        }
        return new MetricColumns(template.columns, values);
    }

    @Override
    public @Nullable Double get(@Nullable Object name) {
        Column column = columns.get(name);
        return column == null || Double.isNaN(values[column.index]) ? null : (Double) values[column.index];
    }

    @Override
    public boolean containsKey(@Nullable Object name) {
        return get(name) != null;
    }

    @Override
    public Set<Map.Entry<String, Double>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Map.Entry<String, Double>> iterator() {
                return columns.values().stream()
                        .filter(column -> !Double.isNaN(values[column.index]))
                        .map(column -> Map.entry(column.name, values[column.index]))
                        .iterator();
            }

            @Override
            public int size() {
                return (int) Arrays.stream(values)
                        .filter(value -> !Double.isNaN(value))
                        .count();
            }
        };
    }
}
