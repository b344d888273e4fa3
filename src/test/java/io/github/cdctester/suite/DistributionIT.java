// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the build has laid out for {@code bin/cdc-tester}, and packs. */
final class DistributionIT {

    private static final Path SHARE = Path.of("../../cli/target/cdc-tester/share");

    @Test
    void hasAPageForEachCommand() throws IOException {
        List<String> pages;
        try (Stream<Path> files = Files.list(SHARE.resolve("man/man1"))) {
            pages = files.map(file -> file.getFileName().toString()).toList();
        }
        assertThat(pages)
                .contains(
                        "cdc-tester.1",
                        "cdc-tester-run.1",
                        "cdc-tester-prepare.1",
                        "cdc-tester-cleanup.1",
                        "cdc-tester-subscribe.1",
                        "cdc-tester-drain.1");
        assertThat(SHARE.resolve("man/man1/cdc-tester-run.1"))
                .content()
                .startsWith(".TH \"CDC\\-TESTER\\-RUN\" 1 \"20")
                .contains("\\-\\-threads");
    }

    @Test
    void hasACompletionForBash() {
        assertThat(SHARE.resolve("bash-completion/completions/cdc-tester"))
                .content()
                .contains("--threads=")
                .endsWith("complete -F _cdc_tester cdc-tester\n");
    }
}
