// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import java.util.Map;
import java.util.TreeMap;

/**
 * Compressed transactions of MySQL (TRANSACTION_PAYLOAD events), beside the stream's own totals: what is counted here is
 * inside of bytes and events that were counted there.
 *
 * @param inflatedBytes length of the events within, as the heads say; checked where payloads are inflated
 * @param innerEventsByKind the events within by the server's names; empty where payloads are not inflated
 */
public record PayloadCounts(
        long transactions, long wireBytes, long inflatedBytes, Map<String, Long> innerEventsByKind) {

    public static final PayloadCounts ZERO = new PayloadCounts(0, 0, 0, Map.of());

    public PayloadCounts plus(PayloadCounts other) {
        Map<String, Long> kinds = new TreeMap<>(innerEventsByKind);
        other.innerEventsByKind.forEach((kind, count) -> kinds.merge(kind, count, Long::sum));
        return new PayloadCounts(
                transactions + other.transactions,
                wireBytes + other.wireBytes,
                inflatedBytes + other.inflatedBytes,
                kinds);
    }
}
