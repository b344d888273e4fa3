// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.cdctester.CdcTester;
import io.github.cdctester.FindMaxBuilder;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.FindMaxResult.Bound;
import io.github.cdctester.result.FindMaxResult.RateTrial;
import io.github.cdctester.result.FindMaxResult.Status;
import io.github.cdctester.result.FindMaxResult.TrialOutcome;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial.LimitedBy;
import io.github.cdctester.suite.process.ConsumerJvm;
import io.github.cdctester.suite.process.PacedConsumer;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.script.Scripted;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The consumer process has a known limit, or no limit. */
@Timeout(600)
final class EmbeddedFindMaxConsumerIT extends ServerContract {

    /** Each transaction takes 20 ms, so two workers start fewer than 100 per second on any machine. */
    private static final String SLOW_WRITES = """
            tables:
              slow: {columns: {id: BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, n: INT NOT NULL}}
            transactions:
              slow: {statements: [SELECT SLEEP(0.02), INSERT INTO slow (n) VALUES (1)]}
            """;

    private static final double MAX_ERROR_PERCENT = 5;

    @TempDir
    private Path directory;

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @AfterEach
    void assertNoTablesOrProcessesLeft() {
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
        assertThat(ProcessHandle.current()
                        .descendants()
                        .filter(process ->
                                process.info().commandLine().orElse("").contains("PacedConsumer")))
                .isEmpty();
    }

    @Test
    void findsLimitOf200() {
        FindMaxResult search = findsLimit(200, 400, 0.7);
        assertThat(Formats.TABLE.text(search)).contains("consumer paced: ");
        assertThat(search.curve()).hasSize(4);
    }

    @Test
    @Nightly
    void findsLimitOf1000() {
        findsLimit(1_000, 1_500);
    }

    @Test
    @Nightly
    void findsLimitOf5000() {
        findsLimit(5_000, 8_000);
    }

    @Test
    @Nightly
    void doesNotBlameConsumerFasterThanWriters() {
        FindMaxResult search = RoundTripChecks.run(search(
                        plan(Scripted.yaml("slow", SLOW_WRITES), 2).consumer(consumer("slow", 0)), 50)
                .steps(8));
        assertNotLimitedByConsumer(search);
        assertThat(search.steps())
                .as(Formats.TABLE.text(search))
                .anyMatch(trial -> trial.outcome() == TrialOutcome.NOT_DELIVERED);
    }

    @Test
    @Nightly
    void doesNotBlameConsumerWithoutLimit() {
        assertNotLimitedByConsumer(RoundTripChecks.run(search(sbtestPlan().consumer(consumer("sbtest", 0)), 1_000)));
    }

    private FindMaxResult findsLimit(double limit, double startRate, double... curveFractions) {
        FindMaxResult search =
                searchWithRetries(() -> search(sbtestPlan().consumer(consumer("sbtest", limit)), startRate)
                        .then(curveFractions));
        String table = Formats.TABLE.text(search);
        assertThat(search.answer().rate()).as(table).isCloseTo(limit, withinPercentage(MAX_ERROR_PERCENT));
        assertThat(search.answer().failedBecause()).as(table).isEqualTo(TrialOutcome.BACKLOG_GREW);
        RateTrial failedTrial = search.steps().stream()
                .filter(trial -> trial.rate() == search.answer().lowestFailed())
                .filter(trial -> trial.outcome() == TrialOutcome.BACKLOG_GREW)
                .reduce((first, last) -> last)
                .orElseThrow();
        assertThat(failedTrial.limitedBy()).as(table).isEqualTo(LimitedBy.CONSUMER);
        assertThat(failedTrial.trial().remarks())
                .as(table)
                .anyMatch(note -> note.code() == Code.CONSUMER_BACKLOG_GREW
                        && "paced".equals(note.arguments().get("consumer")));
        Double cpuPercent = failedTrial.trial().result().summary().tester().machineCpuPercent();
        if (cpuPercent != null && cpuPercent >= 90) { // the consumer may have waited for CPU time
            assertThat(search.answer().bound()).as(table).isEqualTo(Bound.MACHINE);
            assertThat(search.answer().status()).as(table).isEqualTo(Status.AT_LEAST);
        } else {
            assertThat(search.answer().bound()).as(table).isEqualTo(Bound.CONSUMER);
            assertThat(search.answer().status()).as(table).isEqualTo(Status.FOUND);
            assertThat(search.answer().limitedBy()).isEqualTo(LimitedBy.CONSUMER);
            assertThat(search.isHeld()).as(table).isTrue();
        }
        assertThat(search.answer().consumer().name()).isEqualTo("paced");
        assertThat(search.answer().consumer().transactionsPerSecond())
                .isCloseTo(limit, withinPercentage(MAX_ERROR_PERCENT));
        return search;
    }

    private static void assertNotLimitedByConsumer(FindMaxResult search) {
        assertThat(search.answer().bound()).as(Formats.TABLE.text(search)).isNotEqualTo(Bound.CONSUMER);
    }

    /** Repeats the search at most twice if other load on the machine disturbed its trials. */
    private static FindMaxResult searchWithRetries(Supplier<FindMaxBuilder> search) {
        FindMaxResult result = RoundTripChecks.run(search.get());
        for (int retryCount = 0; retryCount < 2 && isDisturbed(result); retryCount++) {
            result = RoundTripChecks.run(search.get());
        }
        return result;
    }

    private static boolean isDisturbed(FindMaxResult result) {
        return result.steps().stream()
                .anyMatch(trial -> trial.outcome() == TrialOutcome.NOT_DELIVERED
                        || trial.limitedBy() == LimitedBy.SERVER
                        || trial.limitedBy() == LimitedBy.MACHINE
                        || trial.limitedBy() == LimitedBy.TESTER
                        || hasStalled(trial.trial().result()));
    }

    private static boolean hasStalled(@Nullable RunResult result) {
        return result != null
                && result.notes().stream()
                        .anyMatch(note -> note.code() == Code.LOAD_LATE || note.code() == Code.SAMPLES_MISSED);
    }

    private static FindMaxBuilder search(PlanBuilder plan, double startRate) {
        return CdcTester.findMax(plan)
                .limit("delay.p99<60s")
                .startRate(startRate)
                .confirmations(1);
    }

    private PlanBuilder sbtestPlan() {
        return plan(Sysbench.oltpInsert().tableSize(1), 8);
    }

    private PlanBuilder plan(WorkloadSpec workload, int threads) {
        return CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(workload)
                .load(LoadSpec.closedLoop(threads))
                .window(new Window(Duration.ofSeconds(1), Duration.ofSeconds(6), 0, Duration.ofSeconds(60)))
                .prepareFirst()
                .cleanupAfter();
    }

    private Path consumer(String tables, double perSecond) {
        try {
            return Files.writeString(directory.resolve("paced.yaml"), """
                    command: [%s, %s, '%s']
                    format: gtid
                    ready: {line: Connected to}
                    """.formatted(
                    ConsumerJvm.quoted(", ", PacedConsumer.class, "-Xmx64m", "-Dserver-id=77401"), tables, perSecond));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
