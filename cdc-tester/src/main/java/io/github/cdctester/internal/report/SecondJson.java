// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.MetricColumns;
import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.result.SampleRow.Cdc;
import io.github.cdctester.result.SampleRow.Write;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.module.SimpleModule;

/** Streams, loads and consumers of a second as flat JSON objects, with the columns of {@link MetricColumns}. */
final class SecondJson {

    private static final String NAME = "name";
    private static final String DELAY = "delay";
    private static final String EVENTS_BY_KIND = "eventsByKind";
    private static final String DELAY_HISTOGRAM = "delayHistogram";
    private static final String LATENCY = "latency";
    private static final String START_DELAY = "startDelay";
    private static final String SERVICE_TIME = "serviceTime";
    private static final String LATENCY_HISTOGRAM = "latencyHistogram";
    private static final String START_DELAY_HISTOGRAM = "startDelayHistogram";
    private static final String TRANSACTIONS_BY_KIND = "transactionsByKind";

    private SecondJson() {}

    static SimpleModule addTo(SimpleModule module) {
        add(module, Cdc.class, Metric.Subject.STREAM, SecondJson::written, SecondJson::cdc);
        add(module, Write.class, Metric.Subject.WRITE, SecondJson::written, SecondJson::write);
        add(
                module,
                SampleRow.Stream.class,
                Metric.Subject.STREAM,
                stream -> named(stream.name(), written(stream.cdc())),
                read -> new SampleRow.Stream(read.part(NAME), cdc(read)));
        add(
                module,
                SampleRow.Workload.class,
                Metric.Subject.WRITE,
                load -> named(load.name(), written(load.write())),
                read -> new SampleRow.Workload(read.part(NAME), write(read)));
        add(
                module,
                SampleRow.Consumer.class,
                Metric.Subject.CONSUMER,
                SecondJson::written,
                read -> new SampleRow.Consumer(read.part(NAME), read.part(DELAY), read.values()));
        return module;
    }

    private static <T> void add(
            SimpleModule module,
            Class<T> type,
            Metric.Subject subject,
            Function<T, Map<String, Object>> written,
            Function<Read, T> made) {
        module.addSerializer(type, new Writer<>(written)).addDeserializer(type, new Reader<>(subject, made));
    }

    private static Map<String, Object> named(String name, Map<String, Object> others) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(NAME, name);
        fields.putAll(others);
        return fields;
    }

    private static Map<String, Object> written(Cdc cdc) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(DELAY, cdc.delay());
        putColumns(fields, Metric.Subject.STREAM, cdc.values());
        putUnlessEmpty(fields, EVENTS_BY_KIND, cdc.eventsByKind());
        putUnlessNull(fields, DELAY_HISTOGRAM, cdc.delayHistogram());
        return fields;
    }

    private static Cdc cdc(Read read) {
        return new Cdc(read.part(DELAY), read.values(), read.counts(EVENTS_BY_KIND), read.text(DELAY_HISTOGRAM));
    }

    private static Map<String, Object> written(Write write) {
        Map<String, Object> fields = new LinkedHashMap<>();
        putColumns(fields, Metric.Subject.WRITE, write.values());
        fields.put(LATENCY, write.latency());
        fields.put(START_DELAY, write.startDelay());
        fields.put(SERVICE_TIME, write.serviceTime());
        putUnlessNull(fields, LATENCY_HISTOGRAM, write.latencyHistogram());
        putUnlessNull(fields, START_DELAY_HISTOGRAM, write.startDelayHistogram());
        putUnlessEmpty(fields, TRANSACTIONS_BY_KIND, write.transactionsByKind());
        return fields;
    }

    private static Write write(Read read) {
        return new Write(
                read.values(),
                read.part(LATENCY),
                read.part(START_DELAY),
                read.part(SERVICE_TIME),
                read.text(LATENCY_HISTOGRAM),
                read.text(START_DELAY_HISTOGRAM),
                read.counts(TRANSACTIONS_BY_KIND));
    }

    private static Map<String, Object> written(SampleRow.Consumer consumer) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(NAME, consumer.name());
        fields.put(DELAY, consumer.delay());
        putColumns(fields, Metric.Subject.CONSUMER, consumer.values());
        return fields;
    }

    private static void putColumns(Map<String, Object> fields, Metric.Subject subject, Map<String, Double> values) {
        MetricColumns.of(subject).forEach((name, column) -> {
            Object written = column.written(values.get(name));
            if (written != null || !column.isOptional()) {
                fields.put(name, written);
            }
        });
    }

    private static void putUnlessEmpty(Map<String, Object> fields, String name, Map<String, Long> counts) {
        if (!counts.isEmpty()) {
            fields.put(name, counts);
        }
    }

    private static void putUnlessNull(Map<String, Object> fields, String name, @Nullable String text) {
        if (text != null) {
            fields.put(name, text);
        }
    }

    private static final class Writer<T> extends ValueSerializer<T> {

        private final Function<T, Map<String, Object>> written;

        Writer(Function<T, Map<String, Object>> written) {
            this.written = written;
        }

        @Override
        public void serialize(T second, JsonGenerator out, SerializationContext context) {
            out.writePOJO(written.apply(second));
        }
    }

    /** An object that was read: its columns, and its other fields. */
    private record Read(Metric.Subject subject, Map<String, Double> numbers, Map<String, Object> parts) {

        Map<String, Double> values() {
            return MetricColumns.of(subject, numbers);
        }

        /** One that must be there; where it is missing, that is found, and named, when all has been read. */
        @SuppressWarnings({"NullAway", "unchecked", "TypeParameterUnusedInFormals"})
        <T> T part(String name) {
            return (T) parts.get(name);
        }

        @Nullable
        String text(String name) {
            return (String) parts.get(name);
        }

        @SuppressWarnings("unchecked")
        Map<String, Long> counts(String name) {
            return (Map<String, Long>) parts.getOrDefault(name, Map.of());
        }
    }

    private static final class Reader<T> extends ValueDeserializer<T> {

        private final Metric.Subject subject;
        private final Function<Read, T> made;

        Reader(Metric.Subject subject, Function<Read, T> made) {
            this.subject = subject;
            this.made = made;
        }

        @Override
        public T deserialize(JsonParser in, DeserializationContext context) {
            Read read = new Read(subject, new HashMap<>(), new HashMap<>());
            if (!in.hasToken(JsonToken.START_OBJECT)) {
                return context.reportInputMismatch(this, "a second is an object");
            }
            for (String name = in.nextName(); name != null; name = in.nextName()) {
                if (in.nextToken() == JsonToken.VALUE_NULL) {
                    continue;
                }
                MetricColumns.Column column = MetricColumns.of(subject).get(name);
                if (column != null) {
                    read.numbers.put(name, number(column, in, context));
                } else {
                    part(name, in, context, read.parts);
                }
            }
            return made.apply(read);
        }

        private Double number(MetricColumns.Column column, JsonParser in, DeserializationContext context) {
            return column.metric() == Metric.STATE
                    ? (double) context.readValue(in, SampleRow.Motion.class).ordinal()
                    : context.readValue(in, Double.class);
        }

        private static void part(String name, JsonParser in, DeserializationContext context, Map<String, Object> to) {
            switch (name) {
                case DELAY, LATENCY, START_DELAY, SERVICE_TIME ->
                    to.put(name, context.readValue(in, DurationSummary.class));
                case NAME, DELAY_HISTOGRAM, LATENCY_HISTOGRAM, START_DELAY_HISTOGRAM ->
                    to.put(name, context.readValue(in, String.class));
                case EVENTS_BY_KIND, TRANSACTIONS_BY_KIND ->
                    to.put(
                            name,
                            context.readValue(
                                    in,
                                    context.getTypeFactory()
                                            .constructMapType(LinkedHashMap.class, String.class, Long.class)));
                default -> in.skipChildren();
            }
        }
    }
}
