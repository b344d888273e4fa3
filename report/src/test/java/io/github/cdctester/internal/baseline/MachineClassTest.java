// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class MachineClassTest {

    @Test
    void givesSimilarMachinesSameClass() {
        String first = MachineClass.of(4, 16_373_000_000L, "Linux", "Intel(R) Xeon(R) Platinum 8370C CPU @ 2.80GHz");
        String second = MachineClass.of(4, 16_790_000_000L, "Linux", "Intel(R) Xeon(R) CPU E5-2673 v4 @ 2.30GHz");

        assertThat(first).isEqualTo(second).isEqualTo("4-cpus-16g-linux-intel-xeon");
    }

    @Test
    void distinguishesMachines() {
        assertThat(MachineClass.of(2, 8L << 30, "Mac OS X", "aarch64")).isEqualTo("2-cpus-8g-mac-unknown");
        assertThat(MachineClass.of(2, 8L << 30, "Linux", "AMD EPYC 7763 64-Core Processor"))
                .isEqualTo("2-cpus-8g-linux-amd-epyc");
    }
}
