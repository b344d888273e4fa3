// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

/**
 * Checks that the tester's heartbeats have consecutive numbers. It stores which of the last {@value #STORED_HEARTBEATS} arrived,
 * to distinguish late from repeated heartbeats.
 */
final class HeartbeatSequence {

    private static final int STORED_HEARTBEATS = 64;
    private static final long NONE = -1;

    private long last = NONE;

    /** Bit n is set if heartbeat {@code last - n} arrived, or precedes the measured part. */
    private long arrivedBits = -1;

    private long missing;
    private long firstMissing;
    private Incidents repeated = Incidents.NONE;
    private Incidents reordered = Incidents.NONE;

    void record(long number, boolean isMeasured) {
        if (last == NONE) {
            last = number;
        } else if (number > last) {
            recordNext(number, isMeasured);
        } else if (isMeasured) {
            recordEarlier(number);
        }
    }

    private void recordNext(long number, boolean isMeasured) {
        long step = number - last;
        if (isMeasured && step > 1) {
            firstMissing = missing == 0 ? last + 1 : firstMissing;
            missing += step - 1;
        }
        long shiftedBits = step >= STORED_HEARTBEATS ? 0 : arrivedBits << step;
        // heartbeats before the measured part are not missing
        arrivedBits = isMeasured ? shiftedBits | 1 : -1;
        last = number;
    }

    private void recordEarlier(long number) {
        long age = last - number;
        if (age >= STORED_HEARTBEATS || (arrivedBits & 1L << age) != 0) {
            repeated = repeated.plusFault(() -> "heartbeat " + number + " after " + last);
            return;
        }
        arrivedBits |= 1L << age;
        missing--;
        if (number == firstMissing) {
            firstMissing = last - (Long.SIZE - 1 - Long.numberOfLeadingZeros(~arrivedBits));
        }
        reordered = reordered.plusFault(() -> "heartbeat " + number + " after " + last);
    }

    StreamFindings.Heartbeats findings() {
        return new StreamFindings.Heartbeats(
                Incidents.of(missing, missing == 0 ? null : "heartbeat " + firstMissing), repeated, reordered);
    }
}
