// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.baseline.Baseline.BaselineCheck;
import io.github.cdctester.baseline.Baseline.BaselineCheck.Figure;
import io.github.cdctester.baseline.Baseline.BaselineCheck.Mark;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.compare.ComparedRuns;
import io.github.cdctester.internal.report.JudgedResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResultCopy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BaselineTest {

    private static final String TPS = "write.transactionsPerSecond";

    private static final String LOAD_FIGURE = "loads.oltp_insert.latency.p99";

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void setMachineName() {
        file = directory.resolve("of/baselines.json");
        System.setProperty(Baseline.MACHINE, "ci");
        System.clearProperty(Baseline.UPDATE);
    }

    @AfterEach
    void clearProperties() {
        System.clearProperty(Baseline.MACHINE);
        System.clearProperty(Baseline.UPDATE);
    }

    @Test
    void passesIfNoBaselineExistsAndExplainsRecording() {
        BaselineCheck check = baseline().check(ComparedRuns.runs(1_000, 1_010));

        assertThat(check.orThrow().message())
                .startsWith("no baseline of 'orders' on ci, mysql-")
                .contains("run with -Dcdctester.updateBaselines=true to record one in " + file);
        assertThat(file).doesNotExist();
    }

    @Test
    void reportsThatTwoNightsAreTooFew() {
        checkNight("true", 1_000, 1_010);

        BaselineCheck check = baseline().check(ComparedRuns.runs(500, 510));

        assertThat(check.figures()).extracting(Figure::mark).containsExactly(Mark.UNKNOWN);
        assertThat(check.orThrow().message())
                .startsWith(
                        "not comparable yet with the baseline of 'orders' on ci, mysql-9.7 in " + file + " (1 night)")
                .contains("too few nights");
    }

    @Test
    void findsDropAndAcceptsItOnRequest() {
        recordNights(8);

        BaselineCheck dropCheck = baseline().check(ComparedRuns.runs(700, 710));
        BaselineCheck unchangedCheck = baseline().check(ComparedRuns.runs(1_000, 1_005));
        BaselineCheck acceptedCheck = checkNight("true", 700, 710);
        System.clearProperty(Baseline.UPDATE);
        BaselineCheck checkAfterAcceptance = baseline().check(ComparedRuns.runs(700, 710));

        assertThatThrownBy(dropCheck::orThrow)
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("worse than the baseline of 'orders' on ci")
                .hasMessageContaining("write.transactions/s: worse by -29.")
                .hasMessageContaining("run with -Dcdctester.updateBaselines=true to accept it");
        assertThat(unchangedCheck.orThrow().figures()).extracting(Figure::mark).containsExactly(Mark.SAME);
        assertThat(acceptedCheck.orThrow().message()).contains("accepted");
        assertThat(checkAfterAcceptance.orThrow().figures())
                .extracting(Figure::mark)
                .containsExactly(Mark.SAME);
    }

    @Test
    void requiresTwoBadNightsInNightlyMode() {
        recordNights(20);

        assertThat(checkNight("nightly", 700, 710).held()).isTrue();
        long bytes = file.toFile().length();
        BaselineCheck secondNight = checkNight("nightly", 700, 710);

        assertThat(secondNight.held()).isFalse();
        assertThat(secondNight.message()).contains("over the last 2 nights").contains("not added");
        assertThat(file).hasSize(bytes);
    }

    /** The nights spread from 910 to 1,081, so one night of 860 is within this noise, but two are not. */
    @Test
    void acceptsDropThatOnlySeveralNightsShow() {
        for (int night = 0; night < 20; night++) {
            checkNight("true", 910 + 9L * (7 * night % 20));
        }
        assertThat(checkNight("false", 860).held()).isTrue();
        assertThat(checkNight("nightly", 860).held()).isTrue();
        assertThat(checkNight("nightly", 860).held()).isFalse();

        BaselineCheck acceptedCheck = checkNight("true", 860);

        assertThat(acceptedCheck.orThrow().message())
                .contains("accepted, and compared with from now on")
                .contains("over the last 2 nights");
        for (int night = 0; night < 5; night++) {
            assertThat(checkNight("nightly", 860).held()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "nightly"})
    void failsIfRunsStall(String mode) throws IOException {
        recordNights(10);
        String text = Files.readString(file);

        BaselineCheck stalledCheck = checkNight(mode, 0, 0, 0, 0, 0);
        BaselineCheck oneStallCheck = checkNight(mode, 1_000, 1_010, 0, 1_005, 1_001);

        for (BaselineCheck check : List.of(stalledCheck, oneStallCheck)) {
            assertThat(check.figures()).extracting(Figure::mark).containsExactly(Mark.WORSE);
            assertThatThrownBy(check::orThrow)
                    .hasMessageStartingWith("worse than the baseline of 'orders' on ci")
                    .hasMessageNotContaining("to accept it")
                    .hasMessageEndingWith(
                            "write.transactions/s: worse: not measured, or 0, in some of the runs; it was 100.604");
        }
        assertThat(file).hasContent(text);
    }

    @Test
    void acceptedStallKeepsBaseline() {
        recordNights(10);

        assertThat(checkNight("true", 0, 0, 0).orThrow().message())
                .doesNotContain("accepted")
                .contains("(10 nights): added")
                .endsWith("in some of the runs; it was 100.604; added without this value");

        assertThat(checkNight("nightly", 0, 0, 0).held()).isFalse();
        assertThat(checkNight("nightly", 1_000, 1_010).held()).isTrue();
        assertThat(checkNight("false", 700, 710).held()).isFalse();
    }

    @Test
    void acceptedChangeKeepsBaselineOfMissingFigure() {
        Baseline baseline = Baseline.in(file, "orders").judging(TPS, "delay.p99");
        System.setProperty(Baseline.UPDATE, "true");
        for (int night = 0; night < 8; night++) {
            baseline.check(ComparedRuns.runs(1_000 + night, 1_010 - night));
        }
        List<RunResult> slowWithoutWrites = ComparedRuns.runs(5_000, 5_010).stream()
                .map(ComparedRuns::withoutWrites)
                .toList();

        assertThat(baseline.check(slowWithoutWrites).orThrow().message())
                .contains("accepted, and compared with from now on")
                .contains("added without this value");

        System.setProperty(Baseline.UPDATE, "nightly");
        assertThat(baseline.check(slowWithoutWrites).figures())
                .extracting(Figure::mark)
                .containsExactly(Mark.WORSE, Mark.UNKNOWN);
    }

    @Test
    void failsIfFigureIsNotMeasured() {
        checkNight("true", 1_000, 1_010);
        System.clearProperty(Baseline.UPDATE);

        BaselineCheck check = baseline()
                .check(ComparedRuns.withoutWrites(ComparedRuns.runs(1_000).get(0)));

        assertThat(check.held()).isFalse();
        assertThat(check.figures()).extracting(Figure::mark).containsExactly(Mark.WORSE);
    }

    @Test
    void delayOfZeroIsNotWorse() {
        recordNights(10);
        System.setProperty(Baseline.UPDATE, "nightly");

        BaselineCheck check = Baseline.in(file, "orders").judging("delay.p99").check(ComparedRuns.runs(0, 1_010));

        assertThat(check.orThrow().figures()).extracting(Figure::mark).containsExactly(Mark.UNKNOWN);
    }

    @Test
    void doesNotCompareDelaysOfDifferentSources() throws IOException {
        System.setProperty(Baseline.UPDATE, "true");
        Baseline baseline = Baseline.in(file, "orders").judging("delay.p99");
        for (int night = 0; night < 8; night++) {
            baseline.check(ComparedRuns.runs(1_000 + night, 1_010 - night));
        }
        System.clearProperty(Baseline.UPDATE);
        List<RunResult> slower = ComparedRuns.runs(5_000, 5_010);

        assertThat(baseline.check(slower).figures()).extracting(Figure::mark).containsExactly(Mark.WORSE);
        BaselineCheck byHeartbeats = baseline.check(
                slower.stream().map(ComparedRuns::withDelaysByHeartbeats).toList());
        assertThat(byHeartbeats.figures()).extracting(Figure::mark).containsExactly(Mark.UNKNOWN);
        assertThat(byHeartbeats.orThrow().message()).contains("too few nights by HEARTBEAT");

        Files.writeString(file, Files.readString(file).replaceAll(",\"delaySources\":\\{[^}]*}", ""));
        assertThat(baseline.check(slower).figures())
                .as("a file of an older build")
                .extracting(Figure::mark)
                .containsExactly(Mark.WORSE);
    }

    @Test
    void ignoresNightsOfOtherMachineOrServer() throws IOException {
        recordNights(8);
        String textBefore = Files.readString(file);
        System.setProperty(Baseline.MACHINE, "laptop");
        BaselineCheck otherMachine = baseline().check(ComparedRuns.runs(1));
        System.setProperty(Baseline.MACHINE, "ci");
        RunResult runOnOtherServer =
                ComparedRuns.withServerVersion(ComparedRuns.runs(1).get(0), "10.11.2");
        BaselineCheck otherServer = baseline().check(runOnOtherServer);

        assertThat(otherMachine.orThrow().message())
                .contains("there is a baseline of ci with mysql-")
                .contains("not compared")
                .contains("-Dcdctester.machine=NAME");
        assertThat(otherServer.orThrow().message()).contains("mysql-10.11").contains("not compared");
        checkNight("true", 2_000);
        assertThat(Files.readString(file).lines().toList())
                .containsSubsequence(textBefore
                        .lines()
                        .filter(line -> line.contains("ci"))
                        .limit(5)
                        .toList());
    }

    @Test
    void writesOneLinePerNight() throws IOException {
        recordNights(8);

        assertThat(Files.readString(file).lines().toList())
                .hasSize(10)
                .startsWith("{\"schemaVersion\":1,\"nights\":[")
                .endsWith("]}");
    }

    @Test
    void rejectsInvalidInput() throws IOException {
        assertThatThrownBy(() -> baseline().check(List.of())).isInstanceOf(InvalidPlanException.class);
        assertThatThrownBy(() -> Baseline.in(file, " ")).hasMessageContaining("test: empty");
        assertThatThrownBy(() -> baseline().judging("delay.p98")).hasMessageContaining("delay.p98");
        assertThatThrownBy(() -> baseline().allowing(-1)).hasMessageContaining("allowing: -1.0");
        System.setProperty(Baseline.UPDATE, "yes");
        assertThatThrownBy(() -> baseline().check(ComparedRuns.runs(1)))
                .hasMessageContaining("cdctester.updateBaselines: yes, must be false");
        System.clearProperty(Baseline.UPDATE);
        System.setProperty(Baseline.MACHINE, "my laptop");
        assertThatThrownBy(() -> baseline().check(ComparedRuns.runs(1)))
                .hasMessageContaining("cdctester.machine: my laptop");
        System.setProperty(Baseline.MACHINE, "ci");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "{\"nights\":3}");
        assertThatThrownBy(() -> baseline().check(ComparedRuns.runs(1)))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("holds no baselines");
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "nightly", "true"})
    void rejectsFigureOfLoadOrConsumerThatNoRunHas(String mode) {
        System.setProperty(Baseline.UPDATE, mode);
        List<RunResult> runs = ComparedRuns.runs(1_000, 1_010);
        assertThatThrownBy(() -> Baseline.in(file, "orders")
                        .judging(TPS, "loads.oltp_insrt.latency.p99")
                        .check(runs))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessage("figures: 'loads.oltp_insrt.latency.p99Millis', must be about one of the loads oltp_insert;"
                        + " did you mean oltp_insert?");
        Baseline ofConsumer = Baseline.in(file, "orders").judging("consumers.debezium.delay.p50");
        assertThatThrownBy(() -> ofConsumer.check(runs))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessage(
                        "figures: 'consumers.debezium.delay.p50Millis', must be about something else: no consumer is"
                                + " judged in this run");
        assertThatThrownBy(
                        () -> ofConsumer.check(JudgedResult.of(List.of(), List.of(), JudgedResult.lossless("orders"))))
                .hasMessage("figures: 'consumers.debezium.delay.p50Millis', must be about one of the consumers orders");
        assertThat(file).doesNotExist();
        assertThat(Baseline.in(file, "orders").judging(LOAD_FIGURE).check(runs).held())
                .isTrue();
    }

    /** A load that was renamed tonight is not a wrong name: its figure is lost. */
    @Test
    void missingLoadWithBaselineIsWorse() {
        Baseline baseline = Baseline.in(file, "orders").judging(LOAD_FIGURE);
        System.setProperty(Baseline.UPDATE, "true");
        baseline.check(ComparedRuns.runs(1_000, 1_010));
        System.clearProperty(Baseline.UPDATE);
        List<RunResult> withoutLoad = ComparedRuns.runs(1_000, 1_010).stream()
                .map(run ->
                        RunResultCopy.of(run).plan(run.plan().loads(List.of())).build())
                .toList();

        BaselineCheck check = baseline.check(withoutLoad);

        assertThat(check.held()).isFalse();
        assertThat(check.figures()).extracting(Figure::mark).containsExactly(Mark.WORSE);
    }

    /** If a baseline contained NaN or infinity, every night would be accepted. */
    @ParameterizedTest
    @ValueSource(strings = {"null", "\"NaN\"", "\"Infinity\"", "-1", "0", "1e999"})
    void rejectsNonPositiveOrInfiniteFigure(String figure) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(
                file,
                "{\"schemaVersion\":1,\"nights\":[{\"test\":\"orders\",\"machine\":\"ci\",\"server\":\"mysql-9.7\",\"level\":0,"
                        + "\"date\":\"2026-11-23\",\"figures\":{\"cdc.transactionsPerSecond\":[" + figure + "]}}]}");

        assertThatThrownBy(() -> baseline().check(ComparedRuns.runs(1))).hasMessageContaining("holds no baselines");
    }

    private Baseline baseline() {
        return Baseline.in(file, "orders").judging(TPS);
    }

    private BaselineCheck checkNight(String mode, long... transactions) {
        System.setProperty(Baseline.UPDATE, mode);
        return baseline().check(ComparedRuns.runs(transactions));
    }

    /** The nights differ by at most one percent. */
    private void recordNights(int nightCount) {
        for (int night = 0; night < nightCount; night++) {
            checkNight("true", 1_000 + 3L * (night % 4), 1_010 - 2L * (night % 3));
        }
        System.clearProperty(Baseline.UPDATE);
    }
}
