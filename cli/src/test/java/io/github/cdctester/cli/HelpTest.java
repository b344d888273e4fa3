// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.cli.failure.Interruption;
import io.github.cdctester.cli.manual.HelpPages;
import io.github.cdctester.internal.catalog.Workloads;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

class HelpTest {

    private static final int MAX_LINES = 60;

    @ParameterizedTest
    @ValueSource(ints = {60, 80, 120})
    void namesEachOptionAndFitsTerminal(int width) {
        CommandLine root = root(width);
        for (CommandLine command : root.getSubcommands().values()) {
            String all = usage(command, width, true);
            assertFits(usage(command, width, false), width);
            assertFits(all, width);
            Stream<String> workloadWords =
                    Workloads.ALL.names().stream().flatMap(workload -> words(workloadUsage(root, workload)).stream());
            assertThat(Stream.concat(words(all).stream(), workloadWords))
                    .as(command.getCommandName())
                    .containsAll(optionNames(command));
        }
    }

    @Test
    void shortHelpFitsPageAndHasExamples() {
        root(80).getSubcommands().forEach((name, command) -> {
            String help = usage(command, 80, false);
            assertThat(help.lines().count()).as(help).isLessThanOrEqualTo(MAX_LINES);
            if (!name.equals("help")) {
                assertThat(help).contains("Examples:\n  ");
            }
        });
    }

    @Test
    void examplesAreAccepted() {
        CommandLine root = root(80);
        root.getSubcommands()
                .forEach((name, command) -> Stream.of(
                                command.getCommandSpec().usageMessage().footer())
                        .filter(line -> line.startsWith("  "))
                        .map(line -> line.replaceFirst(".*cdc-tester ", "").replace("%%", "%"))
                        .forEach(line -> assertThat(root.parseArgs(Stream.of(line.split(" (?=([^']*'[^']*')*[^']*$)"))
                                                .map(word -> word.replace("'", ""))
                                                .toArray(String[]::new))
                                        .subcommand()
                                        .commandSpec()
                                        .name())
                                .isEqualTo(name)));
    }

    @Test
    void workloadOptionsAreOnlyOnPageOfWorkload() {
        CommandLine root = root(80);
        assertThat(workloadUsage(root, "tpcc")).contains("--warehouses").doesNotContain("--tables", "--host");
        assertThat(workloadUsage(root, "oltp_insert")).contains("--tables").doesNotContain("--warehouses");
        for (String command : List.of("run", "sweep", "find-max", "judge", "prepare", "cleanup")) {
            assertThat(words(usage(root.getSubcommands().get(command), 80, true)))
                    .contains("WORKLOAD")
                    .doesNotContain("--table-size", "--tpcc-mix", "--rand-type", "--skip-trx");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "help, Commands:",
        "help run, Usage: cdc-tester run",
        "help tpcc, --tpcc-mix",
        "run --help-all, Advanced:"
    })
    void helpExistsPerCommandAndWorkload(String line, String expected) {
        CommandResult result = CommandResult.of(line.split(" "));
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.out()).contains(expected);
    }

    private static CommandLine root(int width) {
        CommandLine root = Main.commandLine(new Interruption());
        root.setUsageHelpAutoWidth(false);
        root.setUsageHelpWidth(width);
        return root;
    }

    private static String workloadUsage(CommandLine root, String workload) {
        CommandSpec run = root.getSubcommands().get("run").getCommandSpec();
        return new CommandLine(HelpPages.workloadPage(run, workload).orElseThrow())
                .getUsageMessage(CommandLine.Help.Ansi.OFF);
    }

    private static String usage(CommandLine command, int width, boolean showsAll) {
        CommandLine page = new CommandLine(HelpPages.commandPage(command.getCommandSpec(), showsAll));
        return page.setUsageHelpWidth(width).getUsageMessage(CommandLine.Help.Ansi.OFF);
    }

    private static void assertFits(String help, int width) {
        assertThat(help).doesNotContain("null", "${");
        assertThat(help.lines().filter(line -> !line.startsWith("  cdc-tester")))
                .allSatisfy(line -> assertThat(line.length()).as(line).isLessThanOrEqualTo(width));
    }

    private static List<String> optionNames(CommandLine command) {
        return command.getCommandSpec().options().stream()
                .filter(option -> !option.hidden())
                .map(OptionSpec::names)
                .flatMap(Stream::of)
                .toList();
    }

    /** A name must not be found as the prefix of a longer name. */
    private static List<String> words(String help) {
        return Stream.of(help.split("[^-A-Za-z0-9]+")).toList();
    }
}
