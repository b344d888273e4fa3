// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that any input causes equal reports on the fast path and the slow path. Memory is limited. */
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

    /** If an event has two faults, each path may report a different fault. */
    private static void assertSame(
            String path, TrackerReports receivedReports, TrackerReports fastPath, String... ignoredFields) {
        assertThat(receivedReports.isRefused())
                .as(path + ": " + receivedReports)
                .isEqualTo(fastPath.isRefused());
        assertThat(receivedReports)
                .as(path)
                .usingRecursiveComparison()
                .ignoringFields(ignoredFields)
                .isEqualTo(fastPath);
    }
}
