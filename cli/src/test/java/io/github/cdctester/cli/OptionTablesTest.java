// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The user guide lists the options that help and manual pages list, in the same words. */
class OptionTablesTest {

    private static final Path GUIDE = Path.of("../docs/guide.md");
    private static final CommandLine ROOT = Main.commandLine(new Interruption());

    @Test
    void theGuideSaysWhatTheHelpSays() throws IOException {
        String guide = Files.readString(GUIDE);
        String right = GeneratedFiles.withOptions(guide, ROOT);
        List<String> missing = new ArrayList<>(right.lines().toList());
        missing.removeAll(guide.lines().toList());
        String what = "docs/guide.md has other options than the help: run docs/options, which writes them anew";
        assertThat(missing).as(what).isEmpty();
        assertThat(guide.equals(right)).as(what).isTrue();
    }

    @Test
    void everyOptionHasARow() throws IOException {
        List<String> rows = Files.readAllLines(GUIDE).stream()
                .filter(line -> line.startsWith("| `-"))
                .toList();
        for (OptionSpec option :
                ROOT.getSubcommands().get("subscribe").getCommandSpec().options()) {
            assertThat(rows)
                    .as(option.longestName())
                    .anyMatch(row -> row.split(" \\| ", 2)[0].matches(".*`" + option.longestName() + "\\b.*"));
        }
        assertThat(rows)
                .contains("| `--new-secret=FILE` |  | Write a new shared secret to FILE, and exit |")
                .anyMatch(
                        row -> row.startsWith("| `--threads` `--terminals=N` | 1 | Tables, or parts of them, filled in")
                                && row.endsWith("| prepare |"))
                .anyMatch(row -> row.startsWith("| `--fail-if=EXPR` |") && row.contains(" `delay.p99>500ms`;"))
                .anyMatch(row -> row.startsWith("| `--ssl-ca=PEM` |") && row.contains("`--ssl-mode=VERIFY_CA`"));
    }

    @Test
    void aHeadingWithoutAPlaceIsRefused() throws IOException {
        String guide = Files.readString(GUIDE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GeneratedFiles.withOptions(guide.replace("<!-- options: Load -->", ""), ROOT))
                .withMessage("no place for the options of: Load");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GeneratedFiles.withOptions(guide.replace("options: Load", "options: Lode"), ROOT))
                .withMessage("no options, or twice: Lode");
    }
}
