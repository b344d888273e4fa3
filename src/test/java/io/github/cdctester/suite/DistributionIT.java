// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The build creates the Bash completion in {@code share}. */
final class DistributionIT {

    private static final Path SHARE = Path.of("../../cli/target/cdc-tester/share");

    @Test
    void hasBashCompletion() {
        assertThat(SHARE.resolve("bash-completion/completions/cdc-tester"))
                .content()
                .contains("--threads=")
                .endsWith("complete -F _cdc_tester cdc-tester\n");
    }
}
