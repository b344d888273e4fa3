// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One step of a sweep in numbers: those of its runs that were done; where none was, those of the one that broke.
 *
 * @param step which step, from 1
 * @param value the axis' value: workers, starts a second, bytes or warehouses
 * @param label the same as it was written
 * @param status failed where one of its runs has; skipped where all of them were
 * @param reason why, or {@code null}
 * @param runs how many runs the numbers are of
 * @param verdict the worst of the runs' verdicts, in words; {@code null} where there is none
 * @param limitedBy what held the stream up; {@code null} where that cannot be told
 * @param settleSeconds the longest wait behind one of the runs; {@code null} where none was needed
 * @param remarks what a reader of the numbers must know: one sentence each
 * @param values each number by the name that it has in result.json, or below; those that were not measured are left out.
 *     {@code eventsPerTransaction} and {@code bytesPerTransaction} are without the heartbeats, {@code transactionBytes} is
 *     the size that large transactions had, {@code catchUpSeconds} is what the stream took after the last commit, and
 *     {@code large.…} is about large transactions; {@code large.passingBytesPerSecond} is throughput while they pass, where
 *     {@code cdc.bytesPerSecond} has the time in it in which they are written
 */
public record SweepRow(
        int step,
        double value,
        String label,
        StepResult.Status status,
        @Nullable String reason,
        int runs,
        @Nullable String verdict,
        @Nullable LimitedBy limitedBy,
        @Nullable Double settleSeconds,
        List<String> remarks,
        Map<String, Spread> values) {

    /** What a stream waits for that does not keep up with the writes. */
    public enum LimitedBy {
        /** It kept up. */
        NONE,
        /** The server's dump thread, or the network: the tester's reader waited for bytes. */
        SERVER,
        /** The tester's reader, which was on a CPU nearly all of the time. */
        TESTER
    }
}
