// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.Metric.Subject;
import io.github.cdctester.internal.meter.MetricColumns;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.sample.SampleRow.Cdc;
import io.github.cdctester.result.sample.SampleRow.Write;
import io.github.cdctester.result.summary.DurationSummary;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.module.SimpleModule;

/**
 * The values of a stream, load or consumer in one second, as a flat JSON object. Missing values are rejected only after the
 * whole object is read, because streams, loads and consumers require different values.
 *
 * @param columns values of the {@link MetricColumns}, and of unknown properties, by name
 */
record SecondJson(
        @Nullable String name,
        @Nullable DurationSummary delay,
        @JsonAnySetter Map<String, @Nullable Object> columns,
        @Nullable DurationSummary latency,
        @Nullable DurationSummary startDelay,
        @Nullable DurationSummary serviceTime,
        Map<String, Long> eventsByKind,
        @Nullable String delayHistogram,
        @Nullable String latencyHistogram,
        @Nullable String startDelayHistogram,
        Map<String, Long> transactionsByKind) {

    static SimpleModule addTo(SimpleModule module) {
        JsonConversion.add(module, Cdc.class, SecondJson.class, cdc -> put(cdc, fields()), SecondJson::cdc);
        JsonConversion.add(module, Write.class, SecondJson.class, write -> put(write, fields()), SecondJson::write);
        JsonConversion.add(
                module,
                SampleRow.Stream.class,
                SecondJson.class,
                stream -> put(stream.cdc(), fieldsWithName(stream.name())),
                json -> new SampleRow.Stream(required("name", json.name), json.cdc()));
        JsonConversion.add(
                module,
                SampleRow.Workload.class,
                SecondJson.class,
                load -> put(load.write(), fieldsWithName(load.name())),
                json -> new SampleRow.Workload(required("name", json.name), json.write()));
        JsonConversion.add(
                module,
                SampleRow.Consumer.class,
                SecondJson.class,
                consumer -> {
                    Map<String, Object> fields = fieldsWithName(consumer.name());
                    fields.put("delay", consumer.delay());
                    putColumns(Subject.CONSUMER, consumer.values(), fields);
                    return fields;
                },
                json -> new SampleRow.Consumer(
                        required("name", json.name), required("delay", json.delay), json.values(Subject.CONSUMER)));
        return module;
    }

    private static Map<String, Object> fields() {
        return new LinkedHashMap<>();
    }

    private static Map<String, Object> fieldsWithName(String name) {
        Map<String, Object> fields = fields();
        fields.put("name", name);
        return fields;
    }

    private static Map<String, Object> put(Cdc cdc, Map<String, Object> fields) {
        fields.put("delay", cdc.delay());
        putColumns(Subject.STREAM, cdc.values(), fields);
        putCounts("eventsByKind", cdc.eventsByKind(), fields);
        putText("delayHistogram", cdc.delayHistogram(), fields);
        return fields;
    }

    private static Map<String, Object> put(Write write, Map<String, Object> fields) {
        putColumns(Subject.WRITE, write.values(), fields);
        fields.put("latency", write.latency());
        fields.put("startDelay", write.startDelay());
        fields.put("serviceTime", write.serviceTime());
        putText("latencyHistogram", write.latencyHistogram(), fields);
        putText("startDelayHistogram", write.startDelayHistogram(), fields);
        putCounts("transactionsByKind", write.transactionsByKind(), fields);
        return fields;
    }

    private static void putColumns(Subject subject, Map<String, Double> values, Map<String, Object> fields) {
        MetricColumns.columnsOf(subject).forEach((name, column) -> {
            Object fileValue = column.toFileValue(values.get(name));
            if (fileValue != null || !column.isOptional()) {
                fields.put(name, fileValue);
            }
        });
    }

    private static void putCounts(String name, Map<String, Long> counts, Map<String, Object> fields) {
        if (!counts.isEmpty()) {
            fields.put(name, counts);
        }
    }

    private static void putText(String name, @Nullable String text, Map<String, Object> fields) {
        if (text != null) {
            fields.put(name, text);
        }
    }

    private static <T> T required(String name, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException("it has no " + name);
        }
        return value;
    }

    private Cdc cdc() {
        return new Cdc(required("delay", delay), values(Subject.STREAM), eventsByKind, delayHistogram);
    }

    private Write write() {
        return new Write(
                values(Subject.WRITE),
                required("latency", latency),
                required("startDelay", startDelay),
                required("serviceTime", serviceTime),
                latencyHistogram,
                startDelayHistogram,
                transactionsByKind);
    }

    private Map<String, Double> values(Subject subject) {
        Map<String, Double> values = new HashMap<>();
        columns.forEach((name, value) -> {
            MetricColumns.Column column = MetricColumns.columnsOf(subject).get(name);
            if (column != null && value != null) {
                values.put(
                        name,
                        column.metric() == Metric.STATE
                                ? (double) SampleRow.Motion.valueOf(value.toString())
                                        .ordinal()
                                : Double.valueOf(value.toString()));
            }
        });
        return MetricColumns.columnsOf(subject, values);
    }
}
