// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.openLoop;
import static io.github.cdctester.config.Rate.perSecond;
import static io.github.cdctester.config.Window.measure;
import static io.github.cdctester.config.Window.warmUp;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.config.fault.FaultSchedule;
import io.github.cdctester.consumer.ConsumerSpec;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.CatchUp;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.Result;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.FaultMark;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Status;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.suite.process.OffsetConsumer.Fault;
import io.github.cdctester.suite.process.OffsetConsumers;
import io.github.cdctester.suite.process.OffsetConsumers.ExpectedFindings;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Checks consumers that are killed, stopped, paused or disconnected during a run. */
@Timeout(120)
final class EmbeddedConsumerLifeIT extends ServerContract {

    private static final String REFERENCE = "reference";

    @TempDir
    private Path directory;

    private final List<String> messages = Collections.synchronizedList(new ArrayList<>());

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @AfterEach
    void assertNoLeftovers() {
        assertThat(ProcessHandle.current()
                        .descendants()
                        .filter(process ->
                                process.info().commandLine().orElse("").contains("OffsetConsumer")))
                .isEmpty();
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("fault-proxy-") || name.equals("cdc-fault-injector"));
    }

    private OffsetConsumers consumers() {
        return new OffsetConsumers(directory);
    }

    private RunResult run(int seconds, String faults, ConsumerSpec... consumerSpecs) {
        return RoundTripChecks.run(CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpInsert().tableSize(10))
                .load(openLoop(2, perSecond(200)))
                .window(warmUp(Duration.ZERO), measure(ofSeconds(seconds)))
                .consumer(consumerSpecs)
                .consumer(consumers().spec(REFERENCE, 88_000, 0, true, Fault.NONE, 0))
                .inject(FaultSchedule.parse(faults))
                .listener(new RunListener() {
                    @Override
                    public void consumer(String name, String message) {
                        messages.add(name + ": " + message);
                    }
                })
                .prepareFirst()
                .cleanupAfter());
    }

    private ConsumerSpec spec(int transactionsPerOffset) {
        return consumers().spec("a", 88_001, transactionsPerOffset, false, Fault.NONE, 0);
    }

    private ExpectedFindings matchingFindings(RunResult result) throws IOException {
        List<Long> committed = consumers().printedTransactions(REFERENCE).get(0);
        assertThat(result.verdict().committed()).isEqualTo(committed.size());
        List<ExpectedFindings> candidates = consumers().printedTransactions("a").stream()
                .map(printed -> ExpectedFindings.of(printed, committed))
                .toList();
        Verdict verdict = result.consumers().get(0).verdict();
        return candidates.stream()
                .filter(expectedFindings -> expectedFindings.lostTransactions().size() == verdict.missing()
                        && expectedFindings.repeatedTransactions().size() == verdict.duplicated())
                .findFirst()
                .orElseThrow(() -> new AssertionError(verdict + " is none of " + candidates));
    }

    private static CatchUp singleCatchUp(RunResult result, String fault) {
        ConsumerResult consumer = result.consumers().get(0);
        assertThat(consumer.name()).isEqualTo("a");
        FaultMark mark = result.faults().get(0);
        assertThat(mark.failure()).isNull();
        assertThat(mark.consumer()).isEqualTo("a");
        List<CatchUp> periods = periodsAfterFaults(consumer);
        assertThat(periods)
                .singleElement()
                .satisfies(period ->
                        assertThat(period.fault()).isEqualTo(mark.fault()).isEqualTo(fault))
                .satisfies(period -> assertThat(period.fromSecond()).isEqualTo(mark.second()));
        return periods.get(0);
    }

    /** On a busy machine, a consumer sometimes falls behind without a fault. */
    private static List<CatchUp> periodsAfterFaults(ConsumerResult consumer) {
        assertThat(consumer.catchUps())
                .filteredOn(period -> period.fault() == null)
                .allMatch(period -> Objects.equals(period.lost(), 0L), "lost nothing");
        return consumer.catchUps().stream()
                .filter(period -> period.fault() != null)
                .toList();
    }

    @Test
    void repeatsButLosesNothingAfterKillIfOffsetIsStored() throws IOException {
        RunResult result = run(5, "at 1s: kill a 1s", spec(50));
        CatchUp period = singleCatchUp(result, "kill a 1s");
        ExpectedFindings expectedFindings = matchingFindings(result);
        assertThat(expectedFindings.lostTransactions()).isEmpty();
        assertThat(period.repeated())
                .isEqualTo(expectedFindings.repeatedTransactions().size());
        assertThat(period.lost()).isZero();
        assertThat(period.mostTransactions()).isBetween(150L, 1_000L);
        assertThat(period.mostBytes()).isGreaterThan(10_000);
        assertThat(period.catchUpSeconds()).isPositive();
        assertThat(period.toSecond()).isGreaterThan(2);
        assertThat(period.transactionsPerSecond()).isPositive();
        assertThat(messages).noneMatch(remark -> remark.contains("ended"));
        assertThat(Formats.TABLE.text(result)).contains("Backlogs of the consumers", "kill a 1s");
    }

    @Test
    void losesTransactionsDuringKillIfNoOffsetIsStored() throws IOException {
        RunResult result = run(5, "at 1s: kill a 2s", spec(0));
        CatchUp period = singleCatchUp(result, "kill a 2s");
        ExpectedFindings expectedFindings = matchingFindings(result);
        ConsumerResult consumer = result.consumers().get(0);
        assertThat(consumer.verdict().status()).isEqualTo(Status.LOST);
        assertThat(expectedFindings.lostTransactions()).hasSizeGreaterThan(300); // of 400 in 2 s
        assertThat(consumer.verdict().firstOffender())
                .endsWith("-" + expectedFindings.lostTransactions().get(0));
        assertThat(period.lost()).isEqualTo(expectedFindings.lostTransactions().size());
        assertThat(period.repeated()).isZero();
        List<Long> committed = consumers().printedTransactions(REFERENCE).get(0);
        assertThat(committed).containsSequence(expectedFindings.lostTransactions());
        boolean isLastLost = expectedFindings.lostTransactions().contains(committed.get(committed.size() - 1));
        assertThat(period.toSecond() == null)
                .as("on a busy machine, the consumer may start after the last commit, and never catches up")
                .isEqualTo(isLastLost);
    }

    @Test
    void losesLaterTransactionsIfConsumerStaysDown() throws IOException {
        RunResult result = run(4, "at 1s: stop a", spec(1));
        CatchUp period = singleCatchUp(result, "stop a");
        ExpectedFindings expectedFindings = matchingFindings(result);
        assertThat(expectedFindings.lostTransactions()).hasSizeGreaterThan(100);
        assertThat(period.lost()).isEqualTo(expectedFindings.lostTransactions().size());
        assertThat(period.toSecond()).isNull();
    }

    @Test
    void continuesAfterPauseAndRestart() throws IOException {
        RunResult result = run(6, "at 500ms: pause a; at 2s: start a; at 4s: restart a", spec(1));
        assertThat(result.faults()).allMatch(fault -> fault.failure() == null);
        assertThat(result.faults()).extracting(FaultMark::outcome).contains("paused", "continues");
        ConsumerResult consumer = result.consumers().get(0);
        List<CatchUp> periods = periodsAfterFaults(consumer);
        assertThat(periods).extracting(CatchUp::fault).containsExactly("pause a", "restart a");
        assertThat(periods).allMatch(period -> period.toSecond() != null && period.lost() == 0);
        assertThat(periods.get(0).mostTransactions()).isGreaterThan(200);
        assertThat(matchingFindings(result).lostTransactions()).isEmpty();
    }

    @Test
    void catchesUpAfterNetworkFaults() throws IOException {
        RunResult result = run(
                8,
                "at 500ms: cut a 1s; at 3s: throttle a 2kB/s 1s; at 5s: delay a 20ms 500ms; at 6s: stall a 500ms",
                spec(1));
        assertThat(result.faults()).allMatch(fault -> fault.failure() == null);
        assertThat(result.faults().get(0).outcome()).isEqualTo("1 connection reset, new ones refused");
        assertThat(result.summary().cdc().gaps())
                .as("gaps of the run's own stream")
                .isEmpty();
        ConsumerResult consumer = result.consumers().get(0);
        List<CatchUp> periods = periodsAfterFaults(consumer);
        assertThat(periods).hasSize(4).allMatch(period -> period.toSecond() != null);
        assertThat(periods.get(0).mostTransactions()).isGreaterThan(100);
        assertThat(periods.get(1).mostTransactions()).isGreaterThan(50);
        assertThat(consumer.cost().receivedBytes())
                .as("bytes through the proxy")
                .isGreaterThan(10_000);
        assertThat(matchingFindings(result).lostTransactions()).isEmpty();
    }

    /** The time of a fault is relative to the start of its phase. */
    @Test
    void injectsFaultsOfPlanActions() throws IOException {
        Path file = Files.writeString(directory.resolve("plan.yaml"), """
                prepare: {workload: oltp_insert, tables: 1, table-size: 10}
                cleanup: true
                phases:
                  - loads: {first: {threads: 2, rate: 200, time: 1s}}
                  - name: broken
                    loads: {second: {threads: 2, rate: 200, time: 4s}}
                actions:
                  - {phase: broken, at: 500ms, inject: kill a 500ms}
                  - {phase: broken, at: 1500ms, inject: cut 500ms}
                """);
        Result result = CdcTester.planFile(file)
                .endpoint(server.endpoint())
                .plan(CdcTester.plan().consumer(spec(10)))
                .run();
        RunResult wholeRun = ((PlanResult) result).whole();
        assertThat(wholeRun.faults()).extracting(FaultMark::fault).containsExactly("kill a 0.5s", "cut 0.5s");
        assertThat(wholeRun.faults()).allMatch(mark -> mark.failure() == null && mark.second() >= 1.5);
        assertThat(wholeRun.summary().cdc().gaps())
                .as("gaps of the run's own stream")
                .hasSize(1);
        CatchUp period = wholeRun.consumers().get(0).catchUps().get(0);
        assertThat(period.fault()).isEqualTo("kill a 0.5s");
        assertThat(period.toSecond()).isNotNull();
        assertThat(wholeRun.consumers().get(0).verdict().missing()).isZero();
    }
}
