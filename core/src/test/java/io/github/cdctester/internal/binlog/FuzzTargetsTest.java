// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.internal.binlog.gtid.GtidFuzz;
import io.github.cdctester.internal.binlog.rows.RowsFuzz;
import io.github.cdctester.workload.script.ScriptFuzz;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A small, repeatable version of {@code bench/fuzz}. */
class FuzzTargetsTest {

    private static final int MUTATIONS = 60;

    @ParameterizedTest
    @MethodSource("io.github.cdctester.internal.binlog.FuzzedStream#seeds")
    void streams(byte[] seed) {
        mutated(seed, StreamFuzz::check);
    }

    @ParameterizedTest
    @MethodSource("io.github.cdctester.internal.binlog.rows.RowsFuzz#seeds")
    void rows(byte[] seed) {
        mutated(seed, RowsFuzz::check);
    }

    @ParameterizedTest
    @MethodSource("io.github.cdctester.internal.binlog.gtid.GtidFuzz#seeds")
    void gtids(byte[] seed) {
        mutated(seed, GtidFuzz::check);
    }

    @ParameterizedTest
    @MethodSource("io.github.cdctester.workload.script.ScriptFuzz#seeds")
    void scripts(byte[] seed) {
        mutated(seed, ScriptFuzz::check);
    }

    private static void mutated(byte[] seed, Consumer<byte[]> target) {
        for (int mutation = 0; mutation < MUTATIONS; mutation++) {
            byte[] input = MutatedBytes.of(seed, mutation);
            try {
                target.accept(input);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("mutation " + mutation, e);
            }
        }
    }
}
