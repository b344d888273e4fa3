// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Any bytes in place of a stream: told the same on the short way and the long way, and however they are cut into reads; with
 * no exception but the typed ones, and no more memory than a stream may take.
 */
class StreamFuzz {

    @MethodSource("io.github.cdctester.binlog.FuzzedStream#seeds")
    @FuzzTest(maxDuration = "")
    void isToldTheSameEveryWay(byte[] input) {
        check(input);
    }

    static void check(byte[] input) {
        FuzzedStream stream = FuzzedStream.of(input);
        Told shortWay = Allocations.bounded(stream.bytes().length, () -> stream.told(false, true));
        assertThat(stream.told(true, true)).as("on the long way").isEqualTo(shortWay);
        Told inOneRead = stream.told(false, false);
        assertThat(inOneRead.isRefused()).isEqualTo(shortWay.isRefused());
        assertThat(inOneRead)
                .as("in one read")
                .usingRecursiveComparison()
                // a read is an arrival time; and of two faults in one event the cuts decide which is seen first
                .ignoringFields("behindMicros", "end")
                .isEqualTo(shortWay);
    }
}
