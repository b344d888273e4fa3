// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** What {@code --help} shows of each command that there is. */
class HelpTest {

    @ParameterizedTest
    @ValueSource(ints = {60, 80, 120})
    void namesEveryOptionAndFitsTheTerminal(int width) {
        List<CommandLine> commands = all(Main.commandLine(new Interruption()));
        assertThat(commands).as("the root and its commands").hasSizeGreaterThan(1);
        for (CommandLine command : commands) {
            command.setUsageHelpAutoWidth(false);
            command.setUsageHelpWidth(width);
            String help = command.getUsageMessage(CommandLine.Help.Ansi.OFF);
            assertThat(help)
                    .as("the help of %s", command.getCommandName())
                    .doesNotContain("null")
                    .doesNotContain("${");
            assertThat(help.lines())
                    .allSatisfy(line -> assertThat(line.length())
                            .as("%s of %s", line, command.getCommandName())
                            .isLessThanOrEqualTo(width));
            assertThat(words(help)).containsAll(names(command));
        }
    }

    private static List<CommandLine> all(CommandLine root) {
        List<CommandLine> found = new ArrayList<>(List.of(root));
        root.getSubcommands().values().forEach(command -> found.addAll(all(command)));
        return found;
    }

    private static List<String> names(CommandLine command) {
        return command.getCommandSpec().options().stream()
                .filter(option -> !option.hidden())
                .map(OptionSpec::names)
                .flatMap(Stream::of)
                .toList();
    }

    /** The names as they stand there: one is not found because a longer one begins with it. */
    private static List<String> words(String help) {
        return Stream.of(help.split("[^-A-Za-z0-9]+")).toList();
    }
}
