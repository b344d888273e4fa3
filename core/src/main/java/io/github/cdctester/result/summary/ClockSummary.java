// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result.summary;

/**
 * Offset between a server's clock and the tester's.
 *
 * @param offsetMicros the server's clock minus ours, in µs
 * @param uncertaintyMicros the offset is right within plus or minus this many µs: half of the shortest round trip; -1 if unknown
 */
public record ClockSummary(long offsetMicros, long uncertaintyMicros) {}
