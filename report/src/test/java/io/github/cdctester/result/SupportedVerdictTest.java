// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Plan;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.report.JudgedResult;
import io.github.cdctester.internal.report.StoredResult;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.result.ConsumerResult.Delivery;
import io.github.cdctester.result.Verdict.OfStream;
import io.github.cdctester.result.Verdict.Status;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** LOSSLESS becomes NOT_CHECKED if the counts of the result contradict it. */
class SupportedVerdictTest {

    private static Verdict lossless(String method, long committedCount, long observedCount, OfStream... streams) {
        return new Verdict(
                Status.LOSSLESS,
                method,
                "all came",
                committedCount,
                observedCount,
                0L,
                0L,
                0L,
                0L,
                0L,
                null,
                List.of(),
                List.of(streams),
                null);
    }

    private static RunResult run(Verdict verdict, Plan.Verification requested, ConsumerResult... consumers) {
        RunResult baseResult = RunResults.of(100, 0.5, 0.1, Status.LOSSLESS);
        Plan plan = RunResults.plan(Sysbench.oltpInsert(), LoadSpec.closedLoop(1));
        return new RunResult(
                baseResult.schemaVersion(),
                baseResult.tool(),
                baseResult.startedAt(),
                new Plan(
                                plan.endpoint(),
                                plan.loads(),
                                plan.ignoredErrors(),
                                plan.window(),
                                plan.subscriber(),
                                requested,
                                false,
                                plan.inject())
                        .withoutPasswords(),
                baseResult.server(),
                baseResult.clock(),
                false,
                null,
                baseResult.notes(),
                baseResult.summary(),
                verdict,
                baseResult.checks(),
                baseResult.samples(),
                baseResult.phases(),
                baseResult.probeUnits(),
                baseResult.faults(),
                List.of(consumers));
    }

    @Test
    void isNotCheckedIfFewerAreObservedThanCommitted() {
        Verdict verdict = lossless("exact", 100, 99);
        assertThat(verdict.status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(verdict.reason()).isEqualTo("only 99 of 100 committed transactions were observed; all came");
        assertThat(lossless("exact", 100, 120).status()).isEqualTo(Status.LOSSLESS);
    }

    @Test
    void isNotCheckedIfStreamIsNotLossless() {
        Verdict verdict = lossless("exact", 100, 100, new OfStream("b", lossless("exact", 100, 3)));
        assertThat(verdict.status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(verdict.reason()).startsWith("stream b: only 3 of 100");
    }

    @Test
    void isNotCheckedIfFewerCommitsAreComparedThanWritten() {
        RunResult result = run(lossless("exact", 40, 40), Plan.Verification.AUTO);
        assertThat(result.verdict().status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(result.verdict().reason()).startsWith("only 40 of 100 commits were compared");
        assertThat(run(lossless("exact", 100, 100), Plan.Verification.AUTO)
                        .verdict()
                        .status())
                .isEqualTo(Status.LOSSLESS);
    }

    @Test
    void isNotCheckedIfStreamComparedTooFewCommits() {
        RunResult result =
                run(lossless("exact", 100, 100, new OfStream("b", lossless("exact", 40, 40))), Plan.Verification.AUTO);
        assertThat(result.verdict().status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(result.verdict().streams().get(0).verdict().status()).isEqualTo(Status.NOT_CHECKED);
    }

    @Test
    void isNotCheckedIfMethodIsWeakerThanRequested() {
        assertThat(run(lossless("counts", 100, 100), Plan.Verification.EXACT)
                        .verdict()
                        .status())
                .isEqualTo(Status.NOT_CHECKED);
        assertThat(run(lossless("counts", 100, 100), Plan.Verification.AUTO)
                        .verdict()
                        .status())
                .isEqualTo(Status.LOSSLESS);
        assertThat(run(lossless("exact", 100, 100), Plan.Verification.EXACT)
                        .verdict()
                        .status())
                .isEqualTo(Status.LOSSLESS);
    }

    @Test
    void isNotCheckedIfConsumerComparedTooFewCommits() {
        RunResult baseResult = RunResults.of(1_000, 0.5, 0.1, Status.LOSSLESS);
        ConsumerResult partialConsumer = JudgedResult.lossless("orders"); // observed 100 of 100 committed transactions
        ConsumerResult correctedConsumer = ConsumerResult.withSupportedVerdicts(
                        baseResult.plan(), baseResult.summary(), List.of(partialConsumer))
                .get(0);
        assertThat(correctedConsumer.verdict().status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(correctedConsumer.verdict().reason()).startsWith("only 100 of 1,000 commits were compared");
        assertThat(correctedConsumer.delivery()).isEqualTo(Delivery.UNKNOWN);
        assertThat(run(lossless("exact", 100, 100), Plan.Verification.AUTO, partialConsumer)
                        .consumers())
                .containsExactly(partialConsumer);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"incompleteTransactions\" : ", "\"observed\" : ", "\"count\" : "})
    void rejectsResultWithNegativeCount(String field) {
        String json = Formats.JSON.text(JudgedResult.of(List.of(), List.of(), JudgedResult.lossless("orders")));
        assertThat(json).contains(field);

        assertThatThrownBy(() -> StoredResult.of("r.json", json.replaceFirst(field + "\\d+", field + "-5"))
                        .run())
                .isInstanceOf(RunFailedException.class)
                .hasMessageStartingWith("r.json: ")
                .hasMessageEndingWith(" is -5, so it is not a correct result");
    }

    @Test
    void downgradesResultOfOlderBuild(@TempDir Path directory) throws IOException {
        ResultFiles.in(directory).write(JudgedResult.of(List.of(), List.of(), JudgedResult.lossless("orders")));
        Path file = directory.resolve("result.json");
        String json = Files.readString(file);
        assertThat(json).contains("\"observed\" : 100");
        Files.writeString(file, json.replace("\"observed\" : 100", "\"observed\" : 11"));

        RunResult storedRun = StoredResult.read(file).run();
        assertThat(List.of(storedRun.verdict(), storedRun.consumers().get(0).verdict()))
                .allSatisfy(verdict -> {
                    assertThat(verdict.status()).isEqualTo(Status.NOT_CHECKED);
                    assertThat(verdict.reason()).startsWith("only 11 of 100 committed transactions were observed");
                });
        assertThat(storedRun.consumers().get(0).delivery()).isEqualTo(Delivery.UNKNOWN);
        assertThat(storedRun.isHeld()).isFalse();
    }
}
