// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Any bytes in place of a stream cause equal reports on the fast path and the slow path, and for any division into
 * reads. Only typed exceptions are thrown, and memory is limited.
 */
class StreamFuzz {

    @MethodSource("io.github.cdctester.internal.binlog.FuzzedStream#seeds")
    @FuzzTest(maxDuration = "")
    void isToldTheSameEveryWay(byte[] input) {
        check(input);
    }

    static void check(byte[] input) {
        FuzzedStream stream = FuzzedStream.of(input);
        TrackerReports shortWay = Allocations.bounded(stream.bytes().length, () -> stream.reports(false, true));
        assertSame("on the long way", stream.reports(true, true), shortWay, "end");
        // each read has its own arrival time
        assertSame("in one read", stream.reports(false, false), shortWay, "end", "behindMicros");
    }

    /** If an event has two faults, each path may find another one first, but all of them find one. */
    private static void assertSame(String path, TrackerReports received, TrackerReports shortWay, String... butFor) {
        assertThat(received.isRefused()).as(path + ": " + received).isEqualTo(shortWay.isRefused());
        assertThat(received)
                .as(path)
                .usingRecursiveComparison()
                .ignoringFields(butFor)
                .isEqualTo(shortWay);
    }
}
