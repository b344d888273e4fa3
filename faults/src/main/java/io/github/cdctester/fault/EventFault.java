// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

import java.io.IOException;
import java.util.function.Predicate;

/** Something that happens to one event only. */
final class EventFault implements StreamFault {

    /** What becomes of an event. */
    interface Action {
        void apply(StreamEvent event, StreamOut out) throws IOException;
    }

    private final Predicate<StreamEvent> of;
    private final long number;
    private final Action action;
    private long seen;

    EventFault(Predicate<StreamEvent> of, long number, Action action) {
        this.of = of;
        this.number = number;
        this.action = action;
    }

    @Override
    public void transaction(StreamTransaction transaction, StreamOut out) throws IOException {
        for (StreamEvent event : transaction.events()) {
            event(event, out);
        }
    }

    @Override
    public void event(StreamEvent event, StreamOut out) throws IOException {
        if (of.test(event) && ++seen == number) {
            action.apply(event, out);
        } else {
            out.event(event);
        }
    }
}
