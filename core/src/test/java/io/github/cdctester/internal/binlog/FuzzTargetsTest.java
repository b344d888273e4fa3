// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.internal.binlog.gtid.GtidFuzz;
import io.github.cdctester.internal.binlog.rows.RowsFuzz;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A small, repeatable version of {@code bench/fuzz}. */
class FuzzTargetsTest {

    @ParameterizedTest
    @MethodSource("io.github.cdctester.internal.binlog.FuzzedStream#seeds")
    void streams(byte[] seed) {
        MutatedBytes.each(seed, StreamFuzz::check);
    }

    @ParameterizedTest
    @MethodSource("io.github.cdctester.internal.binlog.rows.RowsFuzz#seeds")
    void rows(byte[] seed) {
        MutatedBytes.each(seed, RowsFuzz::check);
    }

    @ParameterizedTest
    @MethodSource("io.github.cdctester.internal.binlog.gtid.GtidFuzz#seeds")
    void gtids(byte[] seed) {
        MutatedBytes.each(seed, GtidFuzz::check);
    }
}
