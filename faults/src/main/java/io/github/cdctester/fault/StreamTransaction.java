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

    /** Returns a condition that matches transactions with changes of this table, named without its schema. */
    public static Predicate<StreamTransaction> of(String table) {
        return ofTables(table::equals);
    }

    /** Returns a condition that matches transactions with changes of a table whose name matches. */
    public static Predicate<StreamTransaction> ofTables(Predicate<String> names) {
        return transaction -> transaction.events().stream()
                .anyMatch(event -> event.type() == StreamEvent.TABLE_MAP && names.test(event.table()));
    }

    /** Returns the transaction's GTID in the server's format; empty if it has none. */
    public String gtid() {
        return events.get(0).gtid();
    }

    /** Returns the sum of the event lengths in bytes. */
    public long bytes() {
        return events.stream().mapToLong(StreamEvent::length).sum();
    }

    /** Returns a copy without the first matching event. Throws {@code IllegalStateException} if no event matches. */
    public StreamTransaction without(Predicate<StreamEvent> which) {
        List<StreamEvent> left = new ArrayList<>(events);
        left.remove(first(which));
        return new StreamTransaction(List.copyOf(left));
    }

    /** Returns a copy with a changed first matching event. Throws {@code IllegalStateException} if no event matches. */
    public StreamTransaction with(Predicate<StreamEvent> which, UnaryOperator<StreamEvent> change) {
        List<StreamEvent> changed = new ArrayList<>(events);
        int at = first(which);
        changed.set(at, change.apply(changed.get(at)));
        return new StreamTransaction(List.copyOf(changed));
    }

    private int first(Predicate<StreamEvent> which) {
        for (int i = 0; i < events.size(); i++) {
            if (which.test(events.get(i))) {
                return i;
            }
        }
        throw new IllegalStateException("a transaction that has no such event: "
                + events.stream().map(StreamEvent::type).toList());
    }

    /**
     * Returns a copy without the last TABLE_MAP event of a table and the rows events after it. Throws
     * {@code IllegalStateException} if the transaction does not change the table.
     */
    public StreamTransaction withoutRowsOf(String table) {
        List<StreamEvent> left = new ArrayList<>(events);
        for (int i = left.size() - 1; i >= 0; i--) {
            if (left.get(i).type() == StreamEvent.TABLE_MAP
                    && left.get(i).table().equals(table)) {
                left.remove(i);
                while (left.get(i).isRows()) {
                    left.remove(i);
                }
                return new StreamTransaction(List.copyOf(left));
            }
        }
        throw new IllegalStateException("a transaction that changes no rows of " + table);
    }
}
