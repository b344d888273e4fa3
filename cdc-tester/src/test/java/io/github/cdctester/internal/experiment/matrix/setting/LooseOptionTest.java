// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.internal.experiment.matrix.setting.SettingSwitch.HumanPause;
import io.github.cdctester.internal.experiment.matrix.setting.SettingSwitch.SettingWithoutEffectException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests restarts with options that a server ignores if it does not have them. */
final class LooseOptionTest {

    @TempDir
    private Path directory;

    private final FakeSettingServer server = new FakeSettingServer();
    private final List<String> notes = new ArrayList<>();
    private SettingSwitch settings;

    @BeforeEach
    void createSwitch() {
        UndoJournal journal = UndoJournal.open(directory.resolve("undo.jsonl"), "db:3306", false);
        settings = new SettingSwitch(server, Optional.of(server), HumanPause.UNAVAILABLE, journal, notes::add);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--loose-z=1", "--loose-z=ON", "--loose_z", "--loose-z=/tmp/z=ON", "--loose-z="})
    void notesUnknownVariable(String option) {
        settings.apply(settingWith(option));
        assertThat(notes)
                .containsExactly("setting loose: restart with " + option
                        + ": not checked, because the restarted server has no variable z");
        assertThat(settings.undoAll()).isEmpty();
    }

    @Test
    void detectsIgnoredValue() {
        assertThatThrownBy(() -> settings.apply(settingWith("--loose-x=2")))
                .isInstanceOf(SettingWithoutEffectException.class)
                .hasMessage("setting loose: restart with --loose-x=2: the restarted server shows 1");
    }

    @Test
    void acceptsKnownVariable() {
        settings.apply(settingWith("--loose-x=1"));
        assertThat(notes).isEmpty();
        assertThat(server.log).contains("restart [--loose-x=1]");
        assertThat(settings.undoAll()).isEmpty();
    }

    /** MySQL has the variable skip_name_resolve, and no variable name_resolve. */
    @ParameterizedTest
    @ValueSource(strings = {"--loose-skip-w", "--skip-w", "--skip_w=1", "--loose-skip-w=ON"})
    void acceptsVariableWithPrefix(String option) {
        server.valuesAtStart.put("skip_w", "ON");
        settings.apply(settingWith(option));
        assertThat(server.log).contains("restart [" + option + "]");
        assertThat(settings.undoAll()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--loose-skip-w=OFF", "--skip-w=0"})
    void detectsOtherValueOfVariableWithPrefix(String option) {
        server.valuesAtStart.put("skip_w", "ON");
        assertThatThrownBy(() -> settings.apply(settingWith(option)))
                .isInstanceOf(SettingWithoutEffectException.class)
                .hasMessage("setting loose: restart with " + option + ": the restarted server shows ON");
        assertThat(settings.undoAll()).isEmpty();
    }

    @Test
    void notesUnknownVariableWithPrefix() {
        settings.apply(settingWith("--loose-skip-z"));
        assertThat(notes)
                .containsExactly("setting loose: restart with --loose-skip-z"
                        + ": not checked, because the restarted server has no variable z");
        assertThat(settings.undoAll()).isEmpty();
    }

    private static MatrixSetting settingWith(String option) {
        return MatrixSetting.of("loose").restartedWith(List.of(option));
    }
}
