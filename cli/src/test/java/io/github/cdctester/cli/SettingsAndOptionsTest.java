// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.cli.options.ResultWords;
import io.github.cdctester.cli.words.OptionNames;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.result.SweepResult.Settling;
import io.github.cdctester.result.SweepResult.StepResult;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

/** What the library refers to is an option or a command here. */
class SettingsAndOptionsTest {

    private static final CommandLine COMMAND_LINE = Main.commandLine(new Interruption());

    @ParameterizedTest
    @EnumSource(Setting.class)
    void everySettingHasAnOptionOrACommand(Setting setting) {
        Set<String> there = COMMAND_LINE.getSubcommands().values().stream()
                .flatMap(command -> command.getCommandSpec().optionsMap().keySet().stream())
                .collect(Collectors.toSet());
        COMMAND_LINE.getSubcommands().keySet().forEach(name -> there.add("'cdc-tester " + name + "'"));
        assertThat(there).contains(OptionNames.inWordsOfTheCommandLine(setting.toString()));
    }

    @Test
    void aFailureIsToldWithOptionsAndCommands() {
        assertThat(OptionNames.inWordsOfTheCommandLine("cannot use sbtest1; run " + Setting.PREPARE + " with the same "
                        + Setting.TABLES + " first, or add " + Setting.PREPARE_FIRST))
                .isEqualTo(
                        "cannot use sbtest1; run 'cdc-tester prepare' with the same --tables first, or add --prepare");
        assertThat(OptionNames.inWordsOfTheCommandLine("run " + Setting.CLEANUP.of("tpcc") + " first"))
                .isEqualTo("run 'cdc-tester cleanup --workload tpcc' first");
    }

    @Test
    void soIsOneAnywhereInAResult() {
        Settling settling = new Settling(false, 1, null, "use " + Setting.SSL_MODE + " VERIFY_CA");
        StepResult step = new StepResult(
                1, 1, 4, "4", StepResult.Status.FAILED, Setting.SSL_CA + " x", "1-4", true, settling, null);
        StepResult worded = ResultWords.of(step);
        assertThat(worded.reason()).isEqualTo("--ssl-ca x");
        assertThat(worded.settling().reason()).isEqualTo("use --ssl-mode VERIFY_CA");
        assertThat(List.of(worded.step(), worded.label(), worded.folder())).containsExactly(1, "4", "1-4");
        assertThat(ResultWords.of(worded)).isSameAs(worded);
    }
}
