// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The events of one transaction, from its GTID event to its end.
 *
 * @param events the events in log order; not empty
 */
public record StreamTransaction(List<StreamEvent> events) {

    /** Returns a condition that matches transactions that change this table. The name has no schema. */
    public static Predicate<StreamTransaction> changing(String table) {
        return changingTables(table::equals);
    }

    /** Returns a condition for transactions that change a table whose name matches. */
    public static Predicate<StreamTransaction> changingTables(Predicate<String> names) {
        return transaction -> transaction.events().stream()
                .anyMatch(event -> event.type() == StreamEvent.TABLE_MAP && names.test(event.table()));
    }

    /** Returns the transaction's GTID in the server's format; empty if it has none, or a GTID with a tag. */
    public String gtid() {
        return events.get(0).gtid();
    }

    /** Returns the sum of the event lengths in bytes. */
    public long bytes() {
        return events.stream().mapToLong(StreamEvent::length).sum();
    }

    /** Returns a copy without the first matching event. Throws {@code IllegalStateException} if no event matches. */
    public StreamTransaction without(Predicate<StreamEvent> condition) {
        List<StreamEvent> remainingEvents = new ArrayList<>(events);
        remainingEvents.remove(indexOfFirst(condition));
        return new StreamTransaction(List.copyOf(remainingEvents));
    }

    /** Returns a copy in which the first matching event is changed. Throws {@code IllegalStateException} if no event matches. */
    public StreamTransaction with(Predicate<StreamEvent> condition, UnaryOperator<StreamEvent> change) {
        List<StreamEvent> changedEvents = new ArrayList<>(events);
        int index = indexOfFirst(condition);
        changedEvents.set(index, change.apply(changedEvents.get(index)));
        return new StreamTransaction(List.copyOf(changedEvents));
    }

    private int indexOfFirst(Predicate<StreamEvent> condition) {
        for (int i = 0; i < events.size(); i++) {
            if (condition.test(events.get(i))) {
                return i;
            }
        }
        throw new IllegalStateException("a transaction that has no such event: "
                + events.stream().map(StreamEvent::type).toList());
    }

    /**
     * Returns a copy without the last TABLE_MAP event of a table and the rows events directly after it. Throws
     * {@code IllegalStateException} if the transaction does not change the table.
     */
    public StreamTransaction withoutRowsOf(String table) {
        List<StreamEvent> remainingEvents = new ArrayList<>(events);
        for (int i = remainingEvents.size() - 1; i >= 0; i--) {
            if (remainingEvents.get(i).type() == StreamEvent.TABLE_MAP
                    && remainingEvents.get(i).table().equals(table)) {
                remainingEvents.remove(i);
                while (remainingEvents.get(i).isRows()) {
                    remainingEvents.remove(i);
                }
                return new StreamTransaction(List.copyOf(remainingEvents));
            }
        }
        throw new IllegalStateException("a transaction that changes no rows of " + table);
    }
}
