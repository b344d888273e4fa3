// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Any bytes in place of a stream: equal reports on the short way and the long way, and for any division into reads; no exception
 * except the typed ones, and limited memory.
 */
class StreamFuzz {

    @MethodSource("io.github.cdctester.internal.binlog.FuzzedStream#seeds")
    @FuzzTest(maxDuration = "")
    void isToldTheSameEveryWay(byte[] input) {
        check(input);
    }

    static void check(byte[] input) {
        FuzzedStream stream = FuzzedStream.of(input);
        Told shortWay = Allocations.bounded(stream.bytes().length, () -> stream.told(false, true));
        assertSame("on the long way", stream.told(true, true), shortWay, "end");
        // a read is an arrival time
        assertSame("in one read", stream.told(false, false), shortWay, "end", "behindMicros");
    }

    /** With two faults in one event each way may find another one first, but all of them find one. */
    private static void assertSame(String way, Told received, Told shortWay, String... butFor) {
        assertThat(received.isRefused()).as(way + ": " + received).isEqualTo(shortWay.isRefused());
        assertThat(received)
                .as(way)
                .usingRecursiveComparison()
                .ignoringFields(butFor)
                .isEqualTo(shortWay);
    }
}
