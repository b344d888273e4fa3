// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.cdctester.cli.failure.Interruption;
import io.github.cdctester.cli.manual.OptionTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The user guide lists the options that help lists, in the same words. {@code docs/options} writes its tables. */
class OptionTablesTest {

    private static final Path GUIDE = Path.of("../docs/guide.md");
    private static final CommandLine ROOT = Main.commandLine(new Interruption());

    @Test
    void theGuideSaysWhatTheHelpSays() throws IOException {
        String guide = Files.readString(GUIDE);
        String right = withOptions(guide);
        if (Boolean.getBoolean("docs.options")) {
            Files.writeString(GUIDE, right);
            return;
        }
        List<String> missing = new ArrayList<>(right.lines().toList());
        missing.removeAll(guide.lines().toList());
        String what = "docs/guide.md has other options than the help: run docs/options, which writes them anew";
        assertThat(missing).as(what).isEmpty();
        assertThat(guide.equals(right)).as(what).isTrue();
    }

    private static String withOptions(String document) {
        return OptionTables.in(
                document,
                ROOT.getSubcommands().values().stream()
                        .map(CommandLine::getCommandSpec)
                        .filter(command -> !command.name().equals("help"))
                        .toList());
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
                .isThrownBy(() -> withOptions(guide.replace("<!-- options: Load -->", "")))
                .withMessage("no place for the options of: Load");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> withOptions(guide.replace("options: Load", "options: Lode")))
                .withMessage("no options, or twice: Lode");
    }
}
