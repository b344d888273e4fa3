// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

import java.io.IOException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One transaction comes later than it should: only then, or then as well. */
final class LateTransaction implements StreamFault {

    private final Predicate<StreamTransaction> of;
    private final long number;
    private final int places;
    private final boolean twice;
    private long seen;
    private @Nullable StreamTransaction held;

    LateTransaction(Predicate<StreamTransaction> of, long number, int places, boolean twice) {
        this.of = of;
        this.number = number;
        this.places = places;
        this.twice = twice;
    }

    @Override
    public void dumpBegins() {
        held = null; // the server sends it again, if it was not read
    }

    @Override
    public void transaction(StreamTransaction transaction, StreamOut out) throws IOException {
        boolean counted = of.test(transaction);
        if (counted && ++seen == number) {
            held = transaction;
            if (twice) {
                out.transaction(transaction);
            }
            return;
        }
        out.transaction(transaction);
        if (counted && seen == number + places && held != null) {
            out.transaction(held);
            held = null;
        }
    }
}
