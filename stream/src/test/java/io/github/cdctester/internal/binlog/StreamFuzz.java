// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that any input causes equal reports on the fast path and the slow path, and for any division into reads. Also
 * checks that only expected exceptions are thrown, and that memory is limited.
 */
class StreamFuzz {

    @MethodSource("io.github.cdctester.internal.binlog.FuzzedStream#seeds")
    @FuzzTest(maxDuration = "")
    void reportsAreEqualOnEachPath(byte[] input) {
        check(input);
    }

    static void check(byte[] input) {
        FuzzedStream stream = FuzzedStream.of(input);
        TrackerReports fastPath = Allocations.runBounded(stream.bytes().length, () -> stream.reports(false, true));
        assertSame("on the slow path", stream.reports(true, true), fastPath, "end");
        // each read has its own arrival time
        assertSame("in one read", stream.reports(false, false), fastPath, "end", "behindMicros");
    }

    /** If an event has two faults, the paths may report different faults, but each path reports one. */
    private static void assertSame(
            String path, TrackerReports received, TrackerReports fastPath, String... ignoredFields) {
        assertThat(received.isRefused()).as(path + ": " + received).isEqualTo(fastPath.isRefused());
        assertThat(received)
                .as(path)
                .usingRecursiveComparison()
                .ignoringFields(ignoredFields)
                .isEqualTo(fastPath);
    }
}
