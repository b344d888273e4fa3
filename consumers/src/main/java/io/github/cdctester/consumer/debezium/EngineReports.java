// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer.debezium;

import io.debezium.engine.ChangeEvent;
import io.debezium.engine.DebeziumEngine;
import io.github.cdctester.consumer.ConsumerLines;
import java.util.List;
import java.util.function.Consumer;

/**
 * Tells a probe what Debezium's embedded engine hands to a consumer, in its JSON format ({@code DebeziumEngine.create(Json.class)}),
 * when the consumer is through with it.
 *
 * <pre>{@code
 * ConsumerLines lines = ConsumerLines.to(probe, ConsumerLines.Shape.DEFAULT.withFormat(ConsumerLines.Format.DEBEZIUM));
 * DebeziumEngine.create(Json.class).using(properties).notifying(EngineReports.behind(mine, lines)).build();
 * }</pre>
 *
 * <p>With {@code provide.transaction.metadata=true} a transaction counts as seen at its end; without, when the next one begins
 * or its batch is over. What the consumer throws comes out, and is told to nobody: the engine says what becomes of it.
 */
public final class EngineReports {

    private EngineReports() {}

    /**
     * Reports each event behind a consumer of single events.
     *
     * @param consumer is given each event first
     * @param lines is told of it then
     * @return what the engine notifies
     */
    public static Consumer<ChangeEvent<String, String>> behind(
            Consumer<ChangeEvent<String, String>> consumer, ConsumerLines lines) {
        return event -> {
            consumer.accept(event);
            lines.line(event.key(), event.value());
        };
    }

    /**
     * Reports each batch behind a consumer of batches.
     *
     * @param consumer is given each batch first
     * @param lines is told of its events then
     * @return what the engine notifies
     */
    public static DebeziumEngine.ChangeConsumer<ChangeEvent<String, String>> behind(
            DebeziumEngine.ChangeConsumer<ChangeEvent<String, String>> consumer, ConsumerLines lines) {
        return new DebeziumEngine.ChangeConsumer<>() {
            @Override
            public void handleBatch(
                    List<ChangeEvent<String, String>> events,
                    DebeziumEngine.RecordCommitter<ChangeEvent<String, String>> committer)
                    throws InterruptedException {
                consumer.handleBatch(events, committer);
                events.forEach(event -> lines.line(event.key(), event.value()));
                lines.pause();
            }

            @Override
            public boolean supportsTombstoneEvents() {
                return consumer.supportsTombstoneEvents();
            }
        };
    }
}
