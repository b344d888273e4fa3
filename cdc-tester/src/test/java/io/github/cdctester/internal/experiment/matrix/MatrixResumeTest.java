// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.Client;
import io.github.cdctester.config.Endpoint.JdbcDriver;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.config.PlanCopy;
import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.consumer.ConsumerSpec;
import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.experiment.OnError;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.experiment.matrix.setting.MatrixSetting;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.run.RunSettingsCopy;
import io.github.cdctester.result.ExperimentResult;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResultCopy;
import io.github.cdctester.result.Trial.Status;
import io.github.cdctester.result.summary.ServerSummary;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that a restarted matrix continues where it was stopped, and that it requires the same plan. */
final class MatrixResumeTest extends SimulatedMatrix {

    @Test
    void restartsFinishedMatrixOnlyOnRequest() throws IOException {
        MatrixResult finishedResult = runs.run(plan(OnError.CONTINUE), directory, NO_LISTENER);
        Path userFile = Files.writeString(directory.resolve("notes.txt"), "mine");
        FakeRuns nextStart = new FakeRuns();
        assertThatThrownBy(() -> nextStart.run(plan(OnError.CONTINUE), directory, NO_LISTENER))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("all 16 cells are done in this one; overwrite removes them first");
        Files.delete(directory.resolve("matrix.json")); // as if the process had been killed before it wrote this file
        MatrixResult resumedResult = nextStart.run(plan(OnError.CONTINUE), directory, NO_LISTENER);
        assertThat(resumedResult.table()).isEqualTo(finishedResult.table());
        assertThat(resumedResult.notes()).isEqualTo(finishedResult.notes()).isNotEmpty();
        assertThat(nextStart.log).isEmpty();

        MatrixPlan oneRepeat = FakeRuns.plan(FakeRuns.TWO_SETTINGS, 1, OnError.CONTINUE, Duration.ZERO);
        nextStart.run(oneRepeat, new MatrixFiles(directory, ResultFiles.overwriting(directory)), NO_LISTENER);
        assertThat(nextStart.runs()).hasSize(8);
        assertThat(directory.resolve("cell-008/result.json")).exists();
        assertThat(directory.resolve("cell-009")).doesNotExist();
        assertThat(userFile).hasContent("mine");
    }

    @Test
    void continuesWhereItWasStopped() {
        List<String> runsWithoutStop = new ArrayList<>();
        FakeRuns uninterruptedRuns = new FakeRuns();
        uninterruptedRuns.run(plan(OnError.CONTINUE), directory.resolve("whole"), NO_LISTENER);
        runsWithoutStop.addAll(uninterruptedRuns.runs());

        Path out = directory.resolve("stopped");
        MatrixResult stoppedResult = runs.run(plan(OnError.CONTINUE), out, stopAfter(5));
        assertThat(stoppedResult.interrupted()).isTrue();
        assertThat(stoppedResult.cells())
                .filteredOn(cell -> cell.trial().status() == Status.DONE)
                .hasSize(5);
        assertThat(runs.server.variables).containsEntry("x", "1");
        assertThat(runs.log).endsWith("drop");

        FakeRuns nextStart = new FakeRuns();
        List<Integer> plannedCounts = new ArrayList<>();
        MatrixResult result = nextStart.run(plan(OnError.CONTINUE), out, new ExperimentListener() {
            @Override
            public void experimentBegins(int trials, Remaining remaining) {
                plannedCounts.addAll(List.of(trials, remaining.trials()));
            }
        });
        assertThat(plannedCounts).containsExactly(16, 11);
        assertThat(result.hasFailed()).isFalse();
        assertThat(result.startedAt()).isEqualTo(stoppedResult.startedAt());
        assertThat(result.cells().subList(0, 5)).isEqualTo(stoppedResult.cells().subList(0, 5));
        List<String> runsOfBothStarts = new ArrayList<>(runs.runs());
        runsOfBothStarts.addAll(nextStart.runs());
        assertThat(runsOfBothStarts).isEqualTo(runsWithoutStop);
        assertThat(nextStart.log).startsWith("drop", "make [oltp_insert, read]");
    }

    /** A restart with the same data keeps the UUID; a new container does not. */
    @Test
    void notesCellsOfReplacedServer() {
        MatrixResult result = resumeOnOtherServer(plan(OnError.CONTINUE));
        assertThat(result.notes())
                .filteredOn(note -> note.code() == Note.Code.MATRIX_SERVER_CHANGED)
                .singleElement()
                .extracting(Note::text)
                .asString()
                .endsWith("some cells ran on another server, or another server version, than the first cell");
        assertThat(result.server())
                .isNotNull()
                .extracting(ServerSummary::serverUuid)
                .isNotEqualTo("new-uuid");
    }

    @Test
    void settingWithRestartMayStartOtherServer() {
        List<MatrixSetting> settings = List.of(
                MatrixSetting.of("base"),
                MatrixSetting.of("other", "SET GLOBAL x = 2").restartedWith(List.of("--p=ON")));
        MatrixResult result = resumeOnOtherServer(FakeRuns.plan(settings, 2, OnError.CONTINUE, Duration.ZERO));
        assertThat(result.hasFailed()).isFalse();
        assertThat(result.notes()).extracting(Note::code).doesNotContain(Note.Code.MATRIX_SERVER_CHANGED);
    }

    private MatrixResult resumeOnOtherServer(MatrixPlan plan) {
        runs.run(plan, directory, stopAfter(1));
        FakeRuns nextStart = new FakeRuns();
        nextStart.resultChange = result -> onServer(result, "new-uuid");
        return nextStart.run(plan, directory, NO_LISTENER);
    }

    private ExperimentListener stopAfter(int cells) {
        return new ExperimentListener() {
            @Override
            public void trialEnded(
                    TrialHead trial, @Nullable RunResult result, ExperimentResult soFar, Remaining remaining) {
                if (trial.number() == cells) {
                    runs.stop.raise();
                }
            }
        };
    }

    private static RunResult onServer(RunResult result, String uuid) {
        ServerSummary server = result.server();
        return RunResultCopy.of(result)
                .server(new ServerSummary(
                        server.flavor(),
                        server.version(),
                        uuid,
                        server.serverId(),
                        server.hostname(),
                        server.logBin(),
                        server.binlogFormat(),
                        server.rowImage(),
                        server.checksum(),
                        server.gtidMode(),
                        server.compression(),
                        server.netBufferLength(),
                        server.tls(),
                        server.tlsVersion(),
                        server.tlsCipher(),
                        server.loginPlugin(),
                        server.rsaKeyFetched()))
                .build();
    }

    @Test
    void repeatsCellWithIncompleteJournalLine() throws IOException {
        runs.stop.raise();
        runs.run(plan(OnError.CONTINUE), directory, NO_LISTENER);
        Path journal = directory.resolve("matrix.jsonl");
        Files.writeString(journal, "{\"cell\":{\"cell\":1,", StandardOpenOption.APPEND);
        FakeRuns nextStart = new FakeRuns();
        assertThat(nextStart.run(plan(OnError.CONTINUE), directory, NO_LISTENER).hasFailed())
                .isFalse();
        assertThat(nextStart.runs()).hasSize(16);
        assertThat(Files.readAllLines(journal).stream().filter(line -> line.contains("\"status\":\"DONE\"")))
                .hasSize(16);
    }

    @Test
    void rejectsDifferentMatrixInSameDirectory() {
        runs.run(plan(OnError.CONTINUE), directory, NO_LISTENER);
        FakeRuns otherRuns = new FakeRuns();
        assertThatThrownBy(() -> otherRuns.run(
                        FakeRuns.plan(FakeRuns.TWO_SETTINGS, 3, OnError.CONTINUE, Duration.ZERO),
                        directory,
                        NO_LISTENER))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageEndingWith(
                        "or the directory of the same matrix: its plan has 'repeats: 2', here 'repeats: 3'");
        assertThat(otherRuns.log).isEmpty();
    }

    @Test
    void rejectsDifferentConsumerInSameDirectory() {
        runs.consumers.add(ConsumerSpec.ofCommand("one", "cat log"));
        runs.run(plan(OnError.CONTINUE), directory, NO_LISTENER);
        FakeRuns otherRuns = new FakeRuns();
        otherRuns.consumers.add(ConsumerSpec.ofCommand("one", "cat log").withSettings(Map.of("BATCH", "10")));
        assertThatThrownBy(() -> otherRuns.run(plan(OnError.CONTINUE), directory, NO_LISTENER))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("its plan has 'consumer one: cat log, digest ");
        assertThat(otherRuns.log).isEmpty();
    }

    static Stream<Arguments> changedConditions() {
        return Stream.of(
                Arguments.of(
                        "stream: server from now", plan(base -> base.subscriber(SubscriberSpec.DEFAULT.stream(false)))),
                Arguments.of(
                        "delay source: default",
                        plan(base -> base.subscriber(SubscriberSpec.DEFAULT.delaySource(DelaySource.HEARTBEAT)))),
                Arguments.of(
                        "reader: NATIVE",
                        plan(base -> base.subscriber(SubscriberSpec.DEFAULT.rowCounting(RowCounting.EXACT)))),
                Arguments.of(
                        "worker nodes: none', here 'worker nodes: 2 to write, 0 to follow the stream'", workers(2)),
                Arguments.of("stream: server from now; divided", plan(MatrixResumeTest::withTlsStream)),
                Arguments.of("verification: AUTO", plan(base -> base.verification(Verification.COUNTS))),
                Arguments.of(
                        "drain timeout: 60.0 s",
                        plan(base -> base.window(new Window(Duration.ZERO, Duration.ZERO, 0, Duration.ofSeconds(1))))),
                Arguments.of("connection: client AUTO", endpoint(server -> server.withClient(Client.JDBC))),
                Arguments.of(
                        "JDBC driver: AUTO, options none', here 'JDBC driver: MARIADB, options none'",
                        endpoint(server -> server.withJdbcDriver(JdbcDriver.MARIADB))),
                Arguments.of(
                        "JDBC driver: AUTO, options none', here 'JDBC driver: AUTO, options [useServerPrepStmts], digest",
                        endpoint(server -> server.withDriverProperty("useServerPrepStmts", "true"))),
                Arguments.of("limits: []", (UnaryOperator<RunSettings>)
                        settings -> settings.withLimits(List.of(Limit.parse("failIf", "delay.p99>1ms")))));
    }

    private static UnaryOperator<RunSettings> workers(int count) {
        List<InetSocketAddress> addresses = IntStream.rangeClosed(1, count)
                .mapToObj(port -> new InetSocketAddress("127.0.0.1", port))
                .toList();
        return settings -> settings.withWorkers(Optional.of(WorkerNodes.of(addresses, List.of(), Path.of("no.p12"))));
    }

    private static Plan withTlsStream(Plan base) {
        StreamSpec stream = base.streams().get(0);
        Endpoint tlsServer = stream.endpoint().withSsl(SslMode.REQUIRED, null);
        return base.subscriber(
                base.subscriber().streams(List.of(new StreamSpec(stream.name(), tlsServer, stream.from()))));
    }

    private static UnaryOperator<RunSettings> endpoint(UnaryOperator<Endpoint> change) {
        return plan(base ->
                PlanCopy.of(base).endpoint(change.apply(base.endpoint())).build());
    }

    private static UnaryOperator<RunSettings> plan(UnaryOperator<Plan> change) {
        return settings ->
                RunSettingsCopy.of(settings).plan(change.apply(settings.plan())).build();
    }

    @ParameterizedTest
    @MethodSource("changedConditions")
    void rejectsOtherConditionsInSameDirectory(String line, UnaryOperator<RunSettings> change) {
        runs.run(plan(OnError.CONTINUE), directory, NO_LISTENER);
        FakeRuns otherRuns = new FakeRuns();
        otherRuns.settingsChange = change;
        assertThatThrownBy(() -> otherRuns.run(plan(OnError.CONTINUE), directory, NO_LISTENER))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("its plan has '" + line);
        assertThat(otherRuns.log).isEmpty();
    }

    @Test
    void rejectsOtherValueOfDriverOption() {
        runs.settingsChange = endpoint(server -> server.withDriverProperty("useServerPrepStmts", "true"));
        runs.run(plan(OnError.CONTINUE), directory, NO_LISTENER);
        FakeRuns otherRuns = new FakeRuns();
        otherRuns.settingsChange = endpoint(server -> server.withDriverProperty("useServerPrepStmts", "false"));
        assertThatThrownBy(() -> otherRuns.run(plan(OnError.CONTINUE), directory, NO_LISTENER))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("its plan has 'JDBC driver: AUTO, options [useServerPrepStmts], digest ");
        assertThat(otherRuns.log).isEmpty();
    }

    /** For example, a token is renewed before the matrix continues. */
    @Test
    void journalIgnoresSecretsOfDriver() throws IOException {
        runs.stop.raise();
        runs.settingsChange = endpoint(server -> withSecret(server, "first-token"));
        runs.run(plan(OnError.CONTINUE), directory, NO_LISTENER);
        FakeRuns nextStart = new FakeRuns();
        nextStart.settingsChange = endpoint(server -> withSecret(server, "second-token"));
        nextStart.run(plan(OnError.CONTINUE), directory, NO_LISTENER);
        assertThat(nextStart.runs()).hasSize(16);
        assertThat(Files.readString(directory.resolve("matrix.jsonl")))
                .contains("options [accessToken, keyStore], digest ")
                .doesNotContain("first-token", "second-token", "store.p12");
    }

    private static Endpoint withSecret(Endpoint server, String secret) {
        return server.withDriverProperty("keyStore", "store.p12").withDriverProperty("accessToken", secret);
    }

    @Test
    void rejectsOtherSettleTimeoutInSameDirectory() {
        runs.run(plan(OnError.CONTINUE), directory, NO_LISTENER);
        MatrixPlan otherPlan = FakeRuns.plan(FakeRuns.TWO_SETTINGS, 2, OnError.CONTINUE, Duration.ofSeconds(1));
        assertThatThrownBy(() -> new FakeRuns().run(otherPlan, directory, NO_LISTENER))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageEndingWith("its plan has 'settle timeout: 0.0 s', here 'settle timeout: 1.0 s'");
    }
}
