// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result.summary;

/**
 * Offset between a server's clock and the tester's clock.
 *
 * @param offsetMicros the server's clock minus the tester's clock, in µs. If a worker node reads the stream, its clock is the
 *     tester's clock.
 * @param uncertaintyMicros maximum error of the offset in µs: half of the shortest round trip; -1 if unknown
 */
public record ClockSummary(long offsetMicros, long uncertaintyMicros) {}
