// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.ClockSummary;
import io.github.cdctester.result.summary.ServerSummary;
import io.github.cdctester.result.summary.Summary.StreamSummary;
import io.github.cdctester.result.summary.WriteSummary;
import io.github.cdctester.result.summary.WriteSummary.WorkloadSummary;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.module.SimpleModule;

/**
 * Reads a flat JSON object as two records, H and N. Jackson's {@code JsonUnwrapped} would read a missing list as {@code null},
 * not as an empty list.
 */
final class FlatRecordDeserializer<H, N, T> extends ValueDeserializer<T> {

    private final Class<H> head;
    private final Class<N> numbers;
    private final BiFunction<H, N, T> join;

    private FlatRecordDeserializer(Class<H> head, Class<N> numbers, BiFunction<H, N, T> join) {
        this.head = head;
        this.numbers = numbers;
        this.join = join;
    }

    private record VerdictHead(String name) {}

    private record LoadHead(
            String name, int threads, @Nullable Double fromSecond, double seconds) {}

    private record StreamHead(
            String name, String endpoint, double readerCpuSeconds, ServerSummary server, ClockSummary clock) {}

    static SimpleModule addTo(SimpleModule module) {
        return module.addDeserializer(
                        Verdict.OfStream.class,
                        new FlatRecordDeserializer<>(
                                VerdictHead.class,
                                Verdict.class,
                                (stream, verdict) -> new Verdict.OfStream(stream.name, verdict)))
                .addDeserializer(
                        WorkloadSummary.class,
                        new FlatRecordDeserializer<>(
                                LoadHead.class,
                                WriteSummary.class,
                                (load, write) -> new WorkloadSummary(
                                        load.name, load.threads, load.fromSecond, load.seconds, write)))
                .addDeserializer(
                        StreamSummary.class,
                        new FlatRecordDeserializer<>(
                                StreamHead.class,
                                CdcSummary.class,
                                (stream, cdc) -> new StreamSummary(
                                        stream.name,
                                        stream.endpoint,
                                        cdc,
                                        stream.readerCpuSeconds,
                                        stream.server,
                                        stream.clock)));
    }

    @Override
    public T deserialize(JsonParser in, DeserializationContext context) {
        JsonNode node = context.readTree(in);
        return join.apply(context.readTreeAsValue(node, head), context.readTreeAsValue(node, numbers));
    }
}
