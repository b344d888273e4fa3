// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.cli.failure.Interruption;
import io.github.cdctester.failure.Setting;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

/** Each setting of the library has an option or a command. */
class SettingsAndOptionsTest {

    private static final CommandLine COMMAND_LINE = Main.commandLine(new Interruption());

    @ParameterizedTest
    @EnumSource(Setting.class)
    void eachSettingHasOptionOrCommand(Setting setting) {
        Set<String> optionsAndCommands = COMMAND_LINE.getSubcommands().values().stream()
                .flatMap(command -> command.getCommandSpec().optionsMap().keySet().stream())
                .collect(Collectors.toSet());
        COMMAND_LINE.getSubcommands().keySet().forEach(name -> optionsAndCommands.add("'cdc-tester " + name + "'"));
        assertThat(optionsAndCommands).contains(setting.toString());
    }

    @Test
    void messagesNameOptionsAndCommands() {
        assertThat("cannot use sbtest1; run " + Setting.PREPARE + " with the same " + Setting.TABLES + " first, or add "
                        + Setting.PREPARE_FIRST)
                .isEqualTo(
                        "cannot use sbtest1; run 'cdc-tester prepare' with the same --tables first, or add --prepare");
        assertThat("run " + Setting.CLEANUP.of("tpcc") + " first")
                .isEqualTo("run 'cdc-tester cleanup --workload tpcc' first");
    }
}
