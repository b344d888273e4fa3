// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.fault;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Predicate;

/** A clock that is set while the server runs. Its checksums are right. */
final class SteppedClock implements StreamFault {

    private final Predicate<StreamTransaction> of;
    private final long number;
    private final Duration ahead;
    private long seen;

    SteppedClock(Predicate<StreamTransaction> of, long number, Duration ahead) {
        this.of = of;
        this.number = number;
        this.ahead = ahead;
    }

    @Override
    public void transaction(StreamTransaction transaction, StreamOut out) throws IOException {
        seen += of.test(transaction) ? 1 : 0;
        out.transaction(
                seen < number
                        ? transaction
                        : new StreamTransaction(transaction.events().stream()
                                .map(event -> event.withClock(ahead))
                                .toList()));
    }

    @Override
    public void event(StreamEvent event, StreamOut out) throws IOException {
        out.event(seen < number ? event : event.withClock(ahead));
    }
}
