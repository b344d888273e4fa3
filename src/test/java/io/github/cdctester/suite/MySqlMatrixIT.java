// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.internal.experiment.matrix.MatrixFiles;
import io.github.cdctester.internal.experiment.matrix.setting.MatrixSetting;
import io.github.cdctester.internal.experiment.matrix.setting.SettingSwitch;
import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.result.Note;
import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Most settings are from a published experiment. All changed rows and variables must be restored. */
@Nightly
@RequiresDocker
@Timeout(180)
final class MySqlMatrixIT extends ServerContract {

    private static final String SET_CONSUMERS = "UPDATE performance_schema.setup_consumers SET enabled = ";
    private static final String SET_INSTRUMENTS = "UPDATE performance_schema.setup_instruments SET enabled = ";

    private static final List<MatrixSetting> PUBLISHED_SETTINGS = List.of(
            MatrixSetting.of("conoff_insoff", SET_CONSUMERS + "'NO'", SET_INSTRUMENTS + "'NO', timed = 'NO'"),
            MatrixSetting.of("conon_insoff", SET_CONSUMERS + "'YES'", SET_INSTRUMENTS + "'NO', timed = 'NO'"),
            MatrixSetting.of(
                    "conon_ins_sqlon",
                    SET_CONSUMERS
                            + "IF(name IN"
                            + " ('global_instrumentation','thread_instrumentation','events_statements_current','events_statements_history','statements_digest'),"
                            + " 'YES', 'NO')",
                    SET_INSTRUMENTS + "IF(name LIKE 'statement/%', 'YES', 'NO'), timed = enabled"),
            MatrixSetting.of("conoff_inson", SET_CONSUMERS + "'NO'", SET_INSTRUMENTS + "'YES', timed = 'YES'"),
            MatrixSetting.of("conon_inson", SET_CONSUMERS + "'YES'", SET_INSTRUMENTS + "'YES', timed = 'YES'"),
            MatrixSetting.of("kept", "SET PERSIST max_error_count = 77, PERSIST_ONLY sort_buffer_size = 524288"));

    @TempDir
    private Path directory;

    @Override
    TestServer start() {
        return MySqlTestServer.shared();
    }

    @Test
    void restoresAllRowsAndVariables() {
        server.execute(
                "UPDATE performance_schema.setup_consumers SET enabled = 'YES' WHERE name LIKE '%transactions%'");
        List<Object> settingsBefore = serverSettings();
        MatrixFiles files = new MatrixFiles(directory, ResultFiles.in(directory));
        List<String> notes = new ArrayList<>();
        SettingSwitch settingSwitch = MatrixRig.onServer(server.endpoint(), directory)
                .settingSwitch(files, new ExperimentListener() {
                    @Override
                    public void note(Note note) {
                        notes.add(note.text());
                    }
                });
        for (MatrixSetting setting : PUBLISHED_SETTINGS) {
            settingSwitch.apply(setting);
            assertThat(serverSettings()).as(setting.name()).isNotEqualTo(settingsBefore);
            assertThat(settingSwitch.isLost()).isFalse();
            settingSwitch.verify();
        }
        assertThat(notes).isEmpty();
        assertThat(server.queryNumber("SELECT @@GLOBAL.max_error_count")).isEqualTo(77);
        settingSwitch.apply(PUBLISHED_SETTINGS.get(0));
        assertThat(server.queryNumber("SELECT COUNT(*) FROM performance_schema.setup_consumers WHERE enabled = 'YES'"))
                .isZero();

        // a new SettingSwitch reads the undo journal, like the next process after a crash
        MatrixRig.onServer(server.endpoint(), directory)
                .settingSwitch(files, new ExperimentListener() {})
                .undoLeftovers();
        assertThat(serverSettings()).isEqualTo(settingsBefore);
        assertThat(files.undoJournal()).doesNotExist();
    }

    private List<Object> serverSettings() {
        return List.of(
                server.queryRows("SELECT @@GLOBAL.max_error_count, @@GLOBAL.sort_buffer_size"),
                server.queryRows("SELECT * FROM performance_schema.persisted_variables ORDER BY VARIABLE_NAME"),
                server.queryRows("SELECT * FROM performance_schema.setup_consumers ORDER BY NAME"),
                server.queryRows("SELECT * FROM performance_schema.setup_instruments ORDER BY NAME"));
    }
}
