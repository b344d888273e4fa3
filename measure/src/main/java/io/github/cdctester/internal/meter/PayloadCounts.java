// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import java.util.Map;
import java.util.TreeMap;

/**
 * MySQL's compressed transactions (TRANSACTION_PAYLOAD events). The stream's totals exclude the inner events.
 *
 * @param inflatedBytes according to the event heads; verified if payloads are inflated
 * @param innerEventsByKind by the server's type names; empty if payloads are not inflated
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
