// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.cli.failure.Interruption;
import io.github.cdctester.cli.manual.CommandsPage;
import io.github.cdctester.cli.manual.NotesPage;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Verdict.Reason;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** {@code docs/generate} writes the pages and manifests. */
class GeneratedPagesTest {

    private static final Path DOCS = Path.of("../docs");
    private static final CommandLine ROOT = Main.commandLine(new Interruption());

    private static String commands() {
        return CommandsPage.of(ROOT.getCommandSpec());
    }

    private static void checkOrGenerate(String name, String expected) throws IOException {
        Path page = DOCS.resolve(name);
        if (Boolean.getBoolean("docs.generate")) {
            Files.writeString(page, expected);
            return;
        }
        String actual = Files.readString(page);
        List<String> missingLines = new ArrayList<>(expected.lines().toList());
        missingLines.removeAll(actual.lines().toList());
        String description = "docs/" + name + " differs from the program: run docs/generate";
        assertThat(missingLines).as(description).isEmpty();
        assertThat(actual.equals(expected)).as(description).isTrue();
    }

    @Test
    void commandsPageEqualsHelp() throws IOException {
        checkOrGenerate("commands.md", commands());
    }

    @Test
    void notesPageEqualsSentences() throws IOException {
        checkOrGenerate("notes.md", NotesPage.make());
    }

    @Test
    void manifestsEqualOutput() throws IOException {
        checkOrGenerate("../deploy/kubernetes/rbac.yaml", output("kubernetes", "rbac"));
        checkOrGenerate(
                "../deploy/kubernetes/workers.yaml",
                output("run", "--workers=kubernetes:3", "--kubernetes-image=cdc-tester", "--dry-run"));
    }

    private static String output(String... args) {
        StringWriter out = new StringWriter();
        assertThat(Main.run(new PrintWriter(out), new PrintWriter(System.err, true), args))
                .isZero();
        return out.toString();
    }

    @Test
    void explainsEachNoteAndReason() throws IOException {
        String page = NotesPage.make();
        for (Note.Code code : Note.Code.values()) {
            assertThat(page)
                    .contains("\n### " + code + "\n\n*")
                    .contains("**Do:** " + Note.of(code).remedy() + "\n");
        }
        assertThat(page.lines().filter(line -> line.startsWith("- *"))).hasSize(Reason.values().length);
        assertThat(page.lines().filter(line -> line.startsWith("- *"))).allMatch(line -> line.endsWith("."));
        assertThat(page)
                .contains("*The backlog grew: … % of the committed data stayed behind.*")
                .contains("- *… transactions came incomplete.* A part of each is missing. **Do:** ")
                .contains("- `ONE_RUN` (LOW): *One run per step.*");
    }

    @Test
    void listsEachOption() {
        List<String> rows =
                commands().lines().filter(line -> line.startsWith("| `-")).toList();
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
}
