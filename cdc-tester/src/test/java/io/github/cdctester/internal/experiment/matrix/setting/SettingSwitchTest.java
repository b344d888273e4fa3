// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.experiment.matrix.setting.MatrixSetting.ServerCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that applied settings are undone in reverse order, by the same process or by the next process. */
final class SettingSwitchTest {

    private static final String ALL_OFF = "UPDATE performance_schema.setup_consumers SET enabled = 'NO'";

    @TempDir
    private Path directory;

    private final FakeSettingServer server = new FakeSettingServer();
    private final List<String> notes = new ArrayList<>();
    private final FakeHumanPause human = new FakeHumanPause();

    private SettingSwitch newSwitch() {
        return new SettingSwitch(server, Optional.of(server), human, journal("db:3306", false), notes::add);
    }

    private UndoJournal journal(String address, boolean ownsServer) {
        return UndoJournal.open(journalFile(), address, ownsServer);
    }

    private Path journalFile() {
        return directory.resolve("undo.jsonl");
    }

    @Test
    void nextSettingStartsFromOriginalValues() {
        SettingSwitch settings = newSwitch();
        settings.apply(MatrixSetting.of("one", "SET GLOBAL x = 2", "SET GLOBAL y = 'new'", ALL_OFF));
        assertThat(server.variables).containsEntry("x", "2").containsEntry("y", "'new'");
        server.log.clear();

        settings.apply(MatrixSetting.of("two", "SET GLOBAL x = 3"));
        assertThat(server.log)
                .containsExactly(
                        "UPDATE performance_schema.setup_consumers SET `ENABLED` = 'YES' WHERE (NAME) IN (('a'),"
                                + " ('c'))",
                        "SET GLOBAL y = 'old'",
                        "SET GLOBAL x = 1",
                        "SET GLOBAL x = 3");
        assertThat(settings.undoAll()).isEmpty();
        assertRestored();
        assertThat(journalFile()).doesNotExist();
    }

    @Test
    void writesUndoJournalBeforeChange() throws IOException {
        SettingSwitch settings = newSwitch();
        server.rejectedStatements.add("SET GLOBAL y = 'new'");
        assertThatThrownBy(() -> settings.apply(MatrixSetting.of("one", "SET GLOBAL x = 2", "SET GLOBAL y = 'new'")))
                .isInstanceOf(RunFailedException.class)
                .hasMessage("setting one: SET GLOBAL y = 'new': refused");
        assertThat(Files.readAllLines(journalFile())).hasSize(3).anyMatch(line -> line.contains("\"name\":\"y\""));
        assertThat(settings.undoAll()).isEmpty();
        assertRestored();
    }

    @Test
    void nextProcessUndoesRemainingSettings() throws IOException {
        newSwitch().apply(MatrixSetting.of("one", "SET GLOBAL x = 2", ALL_OFF));
        // the process was killed while it wrote the next line, so the change in this line was not made
        Files.writeString(journalFile(), "{\"todo\":{\"numb", StandardOpenOption.APPEND);

        SettingSwitch nextSwitch = newSwitch();
        nextSwitch.undoLeftovers();
        assertRestored();
        assertThat(notes)
                .containsExactly(
                        "an earlier matrix had not undone " + ALL_OFF + ", setting one: undone now",
                        "an earlier matrix had not undone SET GLOBAL x = 2, setting one: undone now");
        assertThat(journalFile()).doesNotExist();
    }

    @Test
    void undoesRowsWithNullAfterCrash() {
        server.consumers.put("d", null);
        newSwitch().apply(MatrixSetting.of("one", ALL_OFF));
        assertThat(server.consumers).containsEntry("d", "'NO'");
        newSwitch().undoLeftovers();
        assertThat(server.consumers).containsEntry("d", null).containsEntry("a", "'YES'");
    }

    @Test
    void reportsFailedUndoAndContinues() {
        SettingSwitch settings = newSwitch();
        settings.apply(MatrixSetting.of("one", "SET GLOBAL x = 2", "SET GLOBAL y = 'new'"));
        server.rejectedStatements.add("SET GLOBAL y = 'old'");
        assertThat(settings.undoAll()).containsExactly("SET GLOBAL y = 'new' (setting one) was not undone: refused");
        assertThat(server.variables).containsEntry("x", "1");

        assertThatThrownBy(() -> newSwitch().undoLeftovers())
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("cannot be undone: SET GLOBAL y = 'new'")
                .hasMessageEndingWith("remove " + journalFile());
        server.rejectedStatements.clear();
        newSwitch().undoLeftovers();
        assertRestored();
        assertThat(journalFile()).doesNotExist();
    }

    @Test
    void restoresUserValueAfterExternalRestart() {
        server.variables.put("x", "7"); // a user has set this value, and a restart reverts it
        SettingSwitch settings = newSwitch();
        MatrixSetting oneSetting = MatrixSetting.of("one", "SET GLOBAL x = 2");
        settings.apply(oneSetting);
        assertThat(settings.isLost()).isFalse();
        server.crash();
        assertThat(settings.isLost()).isTrue();
        settings.apply(oneSetting);
        assertThat(server.variables).containsEntry("x", "2");
        assertThat(settings.isLost()).isFalse();
        assertThat(settings.undoAll()).isEmpty();
        assertThat(server.variables).containsEntry("x", "7");
    }

    @Test
    void undoRestartsWithOriginalOptions() {
        SettingSwitch settings = newSwitch();
        settings.apply(MatrixSetting.of("off").restartedWith(List.of("--p=OFF")));
        settings.apply(MatrixSetting.of("on", "SET GLOBAL x = 2").restartedWith(List.of("--p=ON")));
        settings.apply(MatrixSetting.of("plain", "SET GLOBAL x = 3"));
        settings.apply(MatrixSetting.of("off").restartedWith(List.of("--p=OFF")));
        assertThat(settings.undoAll()).isEmpty();
        assertThat(server.log)
                .containsExactly(
                        "restart [--p=OFF]",
                        "restart [--p=ON]",
                        "SET GLOBAL x = 2",
                        "SET GLOBAL x = 1",
                        "restart []",
                        "SET GLOBAL x = 3",
                        "SET GLOBAL x = 1",
                        "restart [--p=OFF]",
                        "restart []");
        assertRestored();
    }

    @Test
    void restoresPersistedVariables() {
        server.persistedVariables.put("y", "kept");
        SettingSwitch settings = newSwitch();
        settings.apply(MatrixSetting.of("one", "SET PERSIST x = 2", "SET PERSIST_ONLY y = 'other'"));
        assertThat(server.persistedVariables).isEqualTo(Map.of("x", "2", "y", "other"));
        assertThat(settings.undoAll()).isEmpty();
        assertThat(server.persistedVariables).isEqualTo(Map.of("y", "kept"));
        assertRestored();
    }

    @Test
    void executesAllUndoStatements() {
        SettingSwitch settings = newSwitch();
        settings.apply(new MatrixSetting(
                "one",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of("SET GLOBAL x = 2", "CREATE INDEX i ON t (a)"),
                List.of("DROP INDEX i ON t", "ANALYZE TABLE t")));
        server.rejectedStatements.add("DROP INDEX i ON t");
        assertThat(settings.undoAll())
                .containsExactly("CREATE INDEX i ON t (a) (setting one) was not undone: DROP INDEX i ON t: refused");
        assertThat(server.log)
                .containsExactly("SET GLOBAL x = 2", "CREATE INDEX i ON t (a)", "ANALYZE TABLE t", "SET GLOBAL x = 1");
    }

    @Test
    void undoesPromptsAndPrograms() throws IOException {
        Path file = directory.resolve("said");
        SettingSwitch settings = newSwitch();
        settings.apply(new MatrixSetting(
                "one",
                Optional.empty(),
                Optional.of(new ServerCommand(appendWord(file, "on"), appendWord(file, "off"), Duration.ofSeconds(20))),
                Optional.of("Switch it on"),
                Optional.empty(),
                List.of(),
                List.of()));
        assertThat(settings.undoAll()).isEmpty();
        assertThat(human.prompts).containsExactly("Switch it on", "Undo this step: Switch it on");
        assertThat(Files.readAllLines(file)).containsExactly("on", "off");
    }

    @Test
    void throwsUndoErrorAfterUndoingOtherEntries() {
        Error error = new StackOverflowError();
        human.onPrompt = text -> {
            if (text.startsWith("Undo")) {
                throw error;
            }
        };
        SettingSwitch settings = newSwitch();
        settings.apply(FakeHumanPause.promptSetting("Switch it on", "SET GLOBAL x = 2", "SET GLOBAL y = 'new'"));
        server.rejectedStatements.add("SET GLOBAL y = 'old'");
        assertThatThrownBy(settings::undoAll).isSameAs(error);
        assertThat(error.getSuppressed())
                .extracting(Throwable::getMessage)
                .containsExactly("SET GLOBAL y = 'new' (setting one) was not undone: refused");
        assertThat(server.variables).containsEntry("x", "1");

        server.rejectedStatements.clear();
        human.onPrompt = human.prompts::add;
        newSwitch().undoLeftovers();
        assertThat(human.prompts).containsExactly("Undo this step: Switch it on");
        assertRestored();
        assertThat(journalFile()).doesNotExist();
    }

    @Test
    void failedProgramIsReportedWithItsOutput() {
        SettingSwitch settings = newSwitch();
        assertThatThrownBy(() -> settings.apply(new MatrixSetting(
                        "one",
                        Optional.empty(),
                        Optional.of(new ServerCommand(
                                List.of("sh", "-c", "echo no such thing; exit 3"),
                                List.of("true"),
                                Duration.ofSeconds(20))),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        List.of())))
                .isInstanceOf(RunFailedException.class)
                .hasMessageEndingWith("ended with code 3: no such thing");
        assertThat(settings.undoAll()).isEmpty();
    }

    @Test
    void keepsJournalOfOtherServer() throws IOException {
        newSwitch().apply(MatrixSetting.of("one", "SET GLOBAL x = 2"));
        String storedJournal = Files.readString(journalFile());
        assertThatThrownBy(() -> journal("other:3306", false))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("has settings of db:3306 to undo");
        assertThat(journalFile()).hasContent(storedJournal);
    }

    @Test
    void discardsJournalOfEmbeddedServer() {
        SettingSwitch settings =
                new SettingSwitch(server, Optional.of(server), human, journal("127.0.0.1:1", true), notes::add);
        settings.apply(MatrixSetting.of("one", "SET GLOBAL x = 2"));
        assertThat(journal("127.0.0.1:2", true).remainingEntries()).isEmpty();
        assertThat(journalFile()).doesNotExist();
    }

    private void assertRestored() {
        assertThat(server.variables).isEqualTo(new TreeMap<>(Map.of("x", "1", "y", "'old'")));
        assertThat(server.consumers).isEqualTo(Map.of("a", "'YES'", "b", "'NO'", "c", "'YES'"));
    }

    private static List<String> appendWord(Path file, String word) {
        return List.of("sh", "-c", "echo " + word + " >> " + file);
    }
}
