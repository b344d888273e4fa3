// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.experiment.matrix.setting.MatrixSetting.ServerCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which entries a killed process leaves to the next one, if the server ended with it. */
final class UndoJournalTest {

    @TempDir
    private Path directory;

    private final FakeSettingServer server = new FakeSettingServer();
    private final List<String> notes = new ArrayList<>();
    private final FakeHumanPause human = new FakeHumanPause();

    @Test
    void undoesProgramsAndPromptsAfterEndOfOwnServer() throws Exception {
        Path undoneFile = directory.resolve("undone");
        newSwitch("127.0.0.1:1", true)
                .apply(new MatrixSetting(
                        "one",
                        Optional.of(List.of("--x=1")),
                        Optional.of(new ServerCommand(
                                List.of("true"), List.of("touch", undoneFile.toString()), Duration.ofSeconds(20))),
                        Optional.of("Switch it on"),
                        Optional.empty(),
                        List.of("SET GLOBAL y = 'new'"),
                        List.of()));
        server.log.clear();

        newSwitch("127.0.0.1:2", true).undoLeftovers();
        assertThat(undoneFile).exists();
        assertThat(human.prompts).containsExactly("Switch it on", "Undo this step: Switch it on");
        assertThat(notes).hasSize(2).allMatch(note -> note.endsWith("setting one: undone now"));
        assertThat(server.log).isEmpty();
        assertThat(journalFile()).doesNotExist();
    }

    @Test
    void keepsPromptForOtherServer() throws Exception {
        newSwitch("127.0.0.1:1", true).apply(promptSetting());
        String storedJournal = Files.readString(journalFile());
        assertThat(journal("db:3306", false).remainingEntries())
                .extracting(UndoEntry::kind)
                .containsExactly(UndoEntry.Action.PAUSE);
        assertThat(journalFile()).hasContent(storedJournal);
    }

    private SettingSwitch newSwitch(String address, boolean ownsServer) {
        return new SettingSwitch(server, Optional.of(server), human, journal(address, ownsServer), notes::add);
    }

    private UndoJournal journal(String address, boolean ownsServer) {
        return UndoJournal.open(journalFile(), address, ownsServer);
    }

    private Path journalFile() {
        return directory.resolve("undo.jsonl");
    }

    private static MatrixSetting promptSetting() {
        return new MatrixSetting(
                "one",
                Optional.empty(),
                Optional.empty(),
                Optional.of("Switch it on"),
                Optional.empty(),
                List.of("SET GLOBAL x = 2"),
                List.of());
    }
}
