// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.internal.binlog.MutatedBytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ScriptFuzzTargetTest {

    @ParameterizedTest
    @MethodSource("io.github.cdctester.workload.script.ScriptFuzz#seeds")
    void scriptsAreReadOrRejected(byte[] seed) {
        MutatedBytes.forEachMutation(seed, ScriptFuzz::check);
    }
}
