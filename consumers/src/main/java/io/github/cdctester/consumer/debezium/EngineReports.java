// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer.debezium;

import io.debezium.engine.ChangeEvent;
import io.debezium.engine.DebeziumEngine;
import io.github.cdctester.consumer.ConsumerLines;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reports the events of Debezium's embedded engine to a probe, after your consumer has processed them. The engine must use its JSON
 * format ({@code DebeziumEngine.create(Json.class)}).
 *
 * <pre>{@code
 * ConsumerLines lines = ConsumerLines.to(probe, ConsumerLines.Shape.DEFAULT.withFormat(ConsumerLines.Format.DEBEZIUM));
 * DebeziumEngine.create(Json.class).using(properties).notifying(EngineReports.behind(mine, lines)).build();
 * }</pre>
 *
 * <p>With {@code provide.transaction.metadata=true}, a transaction is reported at its end. Otherwise, it is reported when the next
 * transaction begins or the batch ends. If the consumer throws, the event or batch is not reported.
 */
public final class EngineReports {

    private EngineReports() {}

    /**
     * Wraps a consumer of single events.
     *
     * @param consumer receives each event first
     * @param lines receives each event afterwards
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
     * Wraps a consumer of batches.
     *
     * @param consumer receives each batch first
     * @param lines receives the events of the batch afterwards
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
