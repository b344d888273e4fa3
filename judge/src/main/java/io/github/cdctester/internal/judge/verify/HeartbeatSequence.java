// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

/**
 * Checks that the tester's own heartbeats follow each other with consecutive numbers. It remembers the last {@value #REMEMBERED},
 * to distinguish a late one from a repeated one.
 */
final class HeartbeatSequence {

    private static final int REMEMBERED = 64;
    private static final long NONE = -1;

    private long last = NONE;

    /** Bit n: whether heartbeat {@code last - n} was seen, or is none of our business. */
    private long seen = -1;

    private long missing;
    private long firstMissing;
    private Incidents repeated = Incidents.NONE;
    private Incidents reordered = Incidents.NONE;

    /** Records a heartbeat; {@code counts} is false before the measured part. */
    void record(long number, boolean counts) {
        if (last == NONE) {
            last = number;
        } else if (number > last) {
            ahead(number, counts);
        } else if (counts) {
            behind(number);
        }
    }

    private void ahead(long number, boolean counts) {
        long step = number - last;
        if (counts && step > 1) {
            firstMissing = missing == 0 ? last + 1 : firstMissing;
            missing += step - 1;
        }
        long shifted = step >= REMEMBERED ? 0 : seen << step;
        // before the measured part nothing is missed
        seen = counts ? shifted | 1 : -1;
        last = number;
    }

    private void behind(long number) {
        long age = last - number;
        if (age >= REMEMBERED || (seen & 1L << age) != 0) {
            repeated = repeated.and(() -> "heartbeat " + number + " behind " + last);
            return;
        }
        seen |= 1L << age;
        missing--;
        if (number == firstMissing) {
            firstMissing = last - (Long.SIZE - 1 - Long.numberOfLeadingZeros(~seen));
        }
        reordered = reordered.and(() -> "heartbeat " + number + " behind " + last);
    }

    StreamFindings.Heartbeats findings() {
        return new StreamFindings.Heartbeats(
                Incidents.of(missing, missing == 0 ? null : "heartbeat " + firstMissing), repeated, reordered);
    }
}
