// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer.debezium;

import io.debezium.engine.ChangeEvent;
import io.debezium.engine.DebeziumEngine;
import io.github.cdctester.consumer.ConsumerLines;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reports the events of Debezium's embedded engine to a probe, in
 * its JSON format ({@code DebeziumEngine.create(Json.class)}), when your consumer has processed them.
 *
 * <pre>{@code
 * ConsumerLines lines = ConsumerLines.to(probe, ConsumerLines.Shape.DEFAULT.withFormat(ConsumerLines.Format.DEBEZIUM));
 * DebeziumEngine.create(Json.class).using(properties).notifying(EngineReports.behind(mine, lines)).build();
 * }</pre>
 *
 * <p>With {@code provide.transaction.metadata=true} a transaction counts as seen at its end; without, when the next one begins
 * or its batch is over. An exception of the consumer is passed on and not reported: the engine decides what happens.
 */
public final class EngineReports {

    private EngineReports() {}

    /**
     * Reports each event after a consumer of single events.
     *
     * @param consumer receives each event first
     * @param lines receives it afterwards
     * @return the consumer for the engine
     */
    public static Consumer<ChangeEvent<String, String>> behind(
            Consumer<ChangeEvent<String, String>> consumer, ConsumerLines lines) {
        return event -> {
            consumer.accept(event);
            lines.line(event.key(), event.value());
        };
    }

    /**
     * Reports each batch after a consumer of batches.
     *
     * @param consumer receives each batch first
     * @param lines receives its events afterwards
     * @return the consumer for the engine
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
