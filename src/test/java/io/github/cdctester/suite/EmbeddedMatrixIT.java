// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.internal.experiment.matrix.MatrixFiles;
import io.github.cdctester.internal.experiment.matrix.setting.JdbcSettingServer;
import io.github.cdctester.internal.experiment.matrix.setting.MatrixSetting;
import io.github.cdctester.internal.experiment.matrix.setting.SettingSwitch;
import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.report.Results;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Trial.Status;
import io.github.cdctester.server.EmbeddedMariaDb;
import io.github.cdctester.server.EmbeddedMariaDb.Options;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.suite.server.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The settings must be restored after a matrix is killed, is stopped, or restarts the server. */
@Timeout(180)
final class EmbeddedMatrixIT {

    static final List<MatrixSetting> SETTINGS = List.of(
            MatrixSetting.of("as-it-is"),
            MatrixSetting.of(
                    "less",
                    "SET GLOBAL long_query_time = 3.5, max_error_count = 32",
                    "UPDATE performance_schema.setup_consumers SET enabled = 'YES'",
                    "UPDATE performance_schema.setup_instruments SET enabled = IF(name LIKE 'statement/%', 'YES',"
                            + " 'NO'), timed = enabled"));

    private static EmbeddedMariaDb server;
    private static Endpoint endpoint;

    @TempDir
    private Path directory;

    @BeforeAll
    static void start() {
        server = EmbeddedMariaDb.start(Options.defaults().withServerArguments("--performance-schema=ON"));
        endpoint = server.endpoint();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Nightly
    @Test
    void restoresServerAndResumesAfterKill() throws Exception {
        List<Object> settingsBefore = serverSettings();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        MatrixProgram.class.getName(),
                        "jdbc:mariadb://" + endpoint.address() + "/" + endpoint.database() + "?sslMode=disable",
                        endpoint.user(),
                        endpoint.password().reveal(),
                        directory.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output.txt").toFile())
                .start();
        try {
            Eventually.assertThat(
                    Duration.ofSeconds(60),
                    () -> lines(directory.resolve("output.txt")),
                    output -> output.contains(MatrixProgram.WAITING));
        } finally {
            process.destroyForcibly().onExit().join();
        }
        assertThat(serverSettings()).isNotEqualTo(settingsBefore);
        long completedCellCount = lines(directory.resolve("matrix.jsonl")).stream()
                .filter(line -> line.contains("\"status\":\"DONE\""))
                .count();
        assertThat(completedCellCount).isGreaterThanOrEqualTo(2);

        List<String> notes = new ArrayList<>();
        List<Integer> trialCounts = new ArrayList<>();
        MatrixResult result = MatrixRig.onServer(endpoint, directory)
                .run(MatrixRig.plan(SETTINGS, 2), new ExperimentListener() {
                    @Override
                    public void note(Note note) {
                        notes.add(note.text());
                    }

                    @Override
                    public void experimentBegins(int trials, Remaining remaining) {
                        trialCounts.addAll(List.of(trials, remaining.trials()));
                    }
                });
        assertThat(trialCounts).containsExactly(8, (int) (8 - completedCellCount));
        assertThat(notes).anyMatch(note -> note.contains("setting less: undone now"));
        assertThat(result.hasFailed()).as("%s", result.failure()).isFalse();
        assertThat(result.table()).hasSize(4).allMatch(row -> row.runs() == 2);
        assertThat(Results.read(directory.resolve("matrix.json"), MatrixResult.class))
                .isEqualTo(result);
        assertThat(serverSettings()).isEqualTo(settingsBefore);
        assertThat(directory.resolve("undo.jsonl")).doesNotExist();
        assertThat(valuesOf("SHOW TABLES")).isEmpty();
    }

    @Test
    void restoresServerAfterStop() {
        List<Object> settingsBefore = serverSettings();
        StopSignal stop = new StopSignal();
        List<Boolean> settingsChanged = new ArrayList<>();
        MatrixResult result = new MatrixRig(endpoint, directory, Optional.empty(), stop)
                .run(MatrixRig.plan(SETTINGS, 1), new ExperimentListener() {
                    @Override
                    public void trialBegins(TrialHead trial, Remaining remaining) {
                        if ("less".equals(trial.values().get("setting"))) {
                            settingsChanged.add(!serverSettings().equals(settingsBefore));
                            stop.raise();
                        }
                    }
                });
        assertThat(settingsChanged).containsExactly(true);
        assertThat(result.interrupted()).isTrue();
        assertThat(result.cells()).extracting(cell -> cell.trial().status()).contains(Status.MISSING);
        assertThat(serverSettings()).isEqualTo(settingsBefore);
        assertThat(valuesOf("SHOW TABLES")).isEmpty();
    }

    @Test
    void restartsServerWithOptionsAndKeepsData() throws SQLException {
        List<Object> settingsBefore = serverSettings();
        new JdbcSettingServer(endpoint).execute(List.of("CREATE TABLE kept (a INT)", "INSERT INTO kept VALUES (7)"));
        List<String> settingsInEffect = new ArrayList<>();
        List<MatrixSetting> settings = List.of(
                MatrixSetting.of("off").restartedWith(List.of("--performance-schema=OFF")),
                MatrixSetting.of("on", "UPDATE performance_schema.setup_consumers SET enabled = 'NO'")
                        .restartedWith(List.of("--performance-schema=ON")));
        MatrixResult result = new MatrixRig(endpoint, directory, Optional.of(server::restart), new StopSignal())
                .run(MatrixRig.plan(settings, 1), new ExperimentListener() {
                    @Override
                    public void trialBegins(TrialHead trial, Remaining remaining) {
                        settingsInEffect.add(trial.values().get("setting")
                                + valuesOf("SELECT @@GLOBAL.performance_schema")
                                + valuesOf("SELECT COUNT(*) FROM performance_schema.setup_consumers WHERE enabled"
                                        + " = 'YES'"));
                    }
                });
        assertThat(result.hasFailed()).as("%s", result.failure()).isFalse();
        assertThat(settingsInEffect).hasSize(4).containsOnly("off[[0]][[0]]", "on[[1]][[0]]");
        assertThat(valuesOf("SELECT a FROM kept")).hasToString("[[7]]");
        new JdbcSettingServer(endpoint).execute(List.of("DROP TABLE kept"));
        assertThat(serverSettings()).isEqualTo(settingsBefore);
    }

    /** In this SQL mode, a backslash in a text is not an escape character. */
    @ParameterizedTest
    @ValueSource(strings = {"", "NO_BACKSLASH_ESCAPES"})
    void restoresVariableWithBackslash(String sqlMode) throws SQLException {
        JdbcSettingServer settingServer = new JdbcSettingServer(endpoint);
        settingServer.execute(List.of(
                "SET GLOBAL sql_mode = '" + sqlMode + "'",
                "SET GLOBAL init_connect = _utf8mb4 X'5345542040613d275c277927'"));
        List<?> valueBefore = valuesOf("SELECT HEX(@@GLOBAL.init_connect)");
        MatrixFiles files = new MatrixFiles(directory, ResultFiles.in(directory));
        SettingSwitch settingSwitch =
                MatrixRig.onServer(endpoint, directory).settingSwitch(files, new ExperimentListener() {});
        settingSwitch.apply(MatrixSetting.of("other", "SET GLOBAL init_connect = ''"));
        assertThat(valuesOf("SELECT HEX(@@GLOBAL.init_connect)")).isNotEqualTo(valueBefore);
        assertThat(settingSwitch.undoAll()).isEmpty();
        assertThat(valuesOf("SELECT HEX(@@GLOBAL.init_connect)")).isEqualTo(valueBefore);
        settingServer.execute(List.of("SET GLOBAL init_connect = ''", "SET GLOBAL sql_mode = DEFAULT"));
    }

    private static List<Object> serverSettings() {
        return List.of(
                valuesOf("SELECT @@GLOBAL.long_query_time, @@GLOBAL.max_error_count, @@GLOBAL.performance_schema"),
                valuesOf("SELECT * FROM performance_schema.setup_consumers ORDER BY NAME"),
                valuesOf("SELECT * FROM performance_schema.setup_instruments ORDER BY NAME"));
    }

    private static List<?> valuesOf(String sql) {
        try {
            return new JdbcSettingServer(endpoint).query(sql).literals();
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
