// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.result.CdcSummary;
import io.github.cdctester.result.RunResult.ClockSummary;
import io.github.cdctester.result.RunResult.ServerSummary;
import io.github.cdctester.result.Summary.StreamSummary;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.WriteSummary;
import io.github.cdctester.result.WriteSummary.WorkloadSummary;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.module.SimpleModule;

/**
 * Reads a stream, or a load, that has its name beside its numbers. Jackson writes such records, but reads one with lists that
 * are left out as if these were {@code null}.
 */
final class FlatReading {

    private FlatReading() {}

    static SimpleModule addTo(SimpleModule module) {
        return module.addDeserializer(
                        Verdict.OfStream.class,
                        new Flat<>(node -> new Verdict.OfStream(node.text("name"), node.whole(Verdict.class))))
                .addDeserializer(
                        WorkloadSummary.class,
                        new Flat<>(node -> new WorkloadSummary(
                                node.text("name"),
                                node.number("threads").intValue(),
                                node.numberOrNull("fromSecond"),
                                node.number("seconds"),
                                node.whole(WriteSummary.class))))
                .addDeserializer(
                        StreamSummary.class,
                        new Flat<>(node -> new StreamSummary(
                                node.text("name"),
                                node.text("endpoint"),
                                node.whole(CdcSummary.class),
                                node.number("readerCpuSeconds"),
                                node.part("server", ServerSummary.class),
                                node.part("clock", ClockSummary.class))));
    }

    /** A JSON object of which more than one thing is made. */
    private record Shared(JsonNode node, DeserializationContext context) {

        String text(String name) {
            return part(name, String.class);
        }

        Double number(String name) {
            Double number = numberOrNull(name);
            return number == null ? 0.0 : number;
        }

        @Nullable
        Double numberOrNull(String name) {
            return node.has(name) ? part(name, Double.class) : null;
        }

        @SuppressWarnings("NullAway") // what is missing is found, and named, when all has been read
        <T> T part(String name, Class<T> type) {
            @Nullable JsonNode part = node.get(name);
            return part == null ? null : context.readTreeAsValue(part, type);
        }

        <T> T whole(Class<T> type) {
            return context.readTreeAsValue(node, type);
        }
    }

    /** Makes a record of such an object. */
    @FunctionalInterface
    private interface Making<T> {
        T of(Shared node);
    }

    private static final class Flat<T> extends ValueDeserializer<T> {
        private final Making<T> making;

        Flat(Making<T> making) {
            this.making = making;
        }

        @Override
        public T deserialize(JsonParser in, DeserializationContext context) {
            return making.of(new Shared(context.readTree(in), context));
        }
    }
}
