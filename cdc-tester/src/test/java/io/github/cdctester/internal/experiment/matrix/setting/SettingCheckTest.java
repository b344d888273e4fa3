// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.experiment.matrix.setting.MatrixSetting.ServerCommand;
import io.github.cdctester.internal.experiment.matrix.setting.SettingSwitch.HumanPause;
import io.github.cdctester.internal.experiment.matrix.setting.SettingSwitch.SettingWithoutEffectException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that settings without an effect, and settings that a server does not support, are detected. */
final class SettingCheckTest {

    private static final String ALL_OFF = "UPDATE performance_schema.setup_consumers SET enabled = 'NO'";

    @TempDir
    private Path directory;

    private final FakeSettingServer server = new FakeSettingServer();
    private final List<String> notes = new ArrayList<>();

    private SettingSwitch newSwitch() {
        return new SettingSwitch(server, Optional.of(server), new FakeHumanPause(), journal(), notes::add);
    }

    private UndoJournal journal() {
        return UndoJournal.open(directory.resolve("undo.jsonl"), "db:3306", false);
    }

    @Test
    void detectsStatementWithoutEffect() {
        server.ignoredStatements.add("SET GLOBAL x = 2");
        server.ignoredStatements.add(ALL_OFF);
        SettingSwitch settings = newSwitch();
        assertHasNoEffect(settings, MatrixSetting.of("one", "SET GLOBAL x = 2"))
                .hasMessage("setting one: SET GLOBAL x = 2: x is 1 instead of 2");
        server.consumers.put("b", "'YES'");
        assertHasNoEffect(settings, MatrixSetting.of("two", ALL_OFF))
                .hasMessageEndingWith("none of 3 rows of performance_schema.setup_consumers has the new values");
        assertHasNoEffect(settings, MatrixSetting.of("three", ALL_OFF + " WHERE name = 'd'"))
                .hasMessageEndingWith("there is no such row in performance_schema.setup_consumers");
        assertHasNoEffect(
                        settings,
                        MatrixSetting.of("four", "SET GLOBAL y = 'new'").restartedWith(List.of("--x=3K")))
                .hasMessage("setting four: restart with --x=3K: the restarted server shows 1");
        server.variables.put("performance_schema", "0");
        assertHasNoEffect(settings, MatrixSetting.of("five", ALL_OFF))
                .hasMessageContaining("performance_schema is OFF");
    }

    private static AbstractThrowableAssert<?, ?> assertHasNoEffect(SettingSwitch settings, MatrixSetting setting) {
        AbstractThrowableAssert<?, ?> thrown =
                assertThatThrownBy(() -> settings.apply(setting)).isInstanceOf(SettingWithoutEffectException.class);
        assertThat(settings.undoAll()).isEmpty();
        return thrown;
    }

    @Test
    void acceptsValuesThatWereAlreadySet() {
        server.consumers.replaceAll((name, old) -> "'NO'");
        SettingSwitch settings = newSwitch();
        settings.apply(MatrixSetting.of("same", "SET GLOBAL x = 1", "SET GLOBAL y = 'old'", ALL_OFF));
        settings.verify();
        assertThat(notes).isEmpty();
        assertThat(settings.undoAll()).isEmpty();
        String allOn = ALL_OFF.replace("NO", "YES");
        server.ignoredStatements.add(allOn);
        server.consumers.put("a", "'YES'");
        settings.apply(MatrixSetting.of("most", allOn));
        assertThat(notes).singleElement().asString().endsWith("not set in 2 of 3 rows");
    }

    @Test
    void detectsSettingRevertedByOtherClient() {
        SettingSwitch settings = newSwitch();
        settings.apply(MatrixSetting.of("one", "SET GLOBAL x = 2", ALL_OFF));
        settings.verify();
        server.variables.put("x", "5");
        assertThatThrownBy(settings::verify)
                .isInstanceOf(SettingWithoutEffectException.class)
                .hasMessage("undone meanwhile at db:3306: setting one: SET GLOBAL x = 2: x is 5 instead of 2");
        assertThat(settings.isLost()).isTrue();
        settings.apply(MatrixSetting.of("two", ALL_OFF));
        server.consumers.replaceAll((name, old) -> "'YES'");
        assertThatThrownBy(settings::verify).hasMessageEndingWith("has the new values");
    }

    /** With the Performance Schema off, its tables exist but are empty, and statements on them succeed. */
    @Test
    void rejectsServerWithoutPerformanceSchema() {
        server.variables.put("performance_schema", "0");
        SettingSwitch settings = newSwitch();
        MatrixSetting plain = MatrixSetting.of("plain", ALL_OFF);
        assertThatThrownBy(() -> settings.check(List.of(MatrixSetting.of("base"), plain)))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageStartingWith("before: " + ALL_OFF)
                .hasMessageContaining("in the setting plain: performance_schema is OFF on db:3306");
        assertThatThrownBy(() -> settings.check(List.of(plain.restartedWith(List.of("--skip-performance-schema")))))
                .isInstanceOf(InvalidPlanException.class);
        settings.check(List.of(
                plain.restartedWith(List.of("--performance-schema=OFF", "--performance-schema")),
                new MatrixSetting(
                        "asked",
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of("Start it with performance_schema=ON"),
                        Optional.empty(),
                        List.of(ALL_OFF),
                        List.of())));
        server.variables.put("performance_schema", "1");
        settings.check(List.of(plain));
        assertThatThrownBy(() -> settings.check(List.of(plain.restartedWith(List.of("--performance-schema=0")))))
                .isInstanceOf(InvalidPlanException.class);
        assertThat(server.log).isEmpty();
    }

    @Test
    void rejectsUnsupportedSettingBeforeStart() {
        SettingSwitch switchWithoutRestart =
                new SettingSwitch(server, Optional.empty(), HumanPause.UNAVAILABLE, journal(), notes::add);
        assertThatThrownBy(() -> switchWithoutRestart.check(
                        List.of(MatrixSetting.of("off").restartedWith(List.of("--p=OFF")))))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining(
                        "left out in the setting off: only a server that cdc-tester started can be restarted");
        assertThatThrownBy(() -> switchWithoutRestart.check(List.of(FakeHumanPause.promptSetting("Click"))))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("there is no terminal for its prompt");
        assertThatThrownBy(() -> new ServerCommand(List.of("tune"), List.of(), Duration.ofSeconds(1)))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageStartingWith("undoCommand: missing");
        assertThat(server.log).isEmpty();
    }
}
