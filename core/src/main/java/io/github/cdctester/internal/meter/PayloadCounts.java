// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import java.util.Map;
import java.util.TreeMap;

/**
 * Compressed transactions of MySQL (TRANSACTION_PAYLOAD events), in addition to the stream's totals, which already contain these
 * bytes and events.
 *
 * @param inflatedBytes length of the events inside, from the heads; checked if payloads are inflated
 * @param innerEventsByKind the events inside, by the server's names; empty if payloads are not inflated
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
