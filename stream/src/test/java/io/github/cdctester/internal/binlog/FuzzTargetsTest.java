// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.internal.binlog.gtid.GtidFuzz;
import io.github.cdctester.internal.binlog.rows.RowsFuzz;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the targets of {@code bench/fuzz} on a few reproducible inputs. */
class FuzzTargetsTest {

    @ParameterizedTest
    @MethodSource("io.github.cdctester.internal.binlog.FuzzedStream#seeds")
    void handlesMutatedStreams(byte[] seed) {
        MutatedBytes.forEachMutation(seed, StreamFuzz::check);
    }

    @ParameterizedTest
    @MethodSource("io.github.cdctester.internal.binlog.rows.RowsFuzz#seeds")
    void handlesMutatedRows(byte[] seed) {
        MutatedBytes.forEachMutation(seed, RowsFuzz::check);
    }

    @ParameterizedTest
    @MethodSource("io.github.cdctester.internal.binlog.gtid.GtidFuzz#seeds")
    void handlesMutatedGtids(byte[] seed) {
        MutatedBytes.forEachMutation(seed, GtidFuzz::check);
    }
}
