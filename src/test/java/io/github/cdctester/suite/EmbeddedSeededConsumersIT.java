// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.openLoop;
import static io.github.cdctester.config.Rate.perSecond;
import static io.github.cdctester.config.Window.measure;
import static io.github.cdctester.config.Window.warmUp;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.config.fault.Fault;
import io.github.cdctester.config.fault.Fault.FaultKind;
import io.github.cdctester.config.fault.FaultSchedule;
import io.github.cdctester.config.fault.FaultSchedule.Moment;
import io.github.cdctester.consumer.ConsumerSpec;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.CatchUp;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.FaultMark;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.suite.process.OffsetConsumer;
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
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Checks consumers that random faults kill, pause, restart or disconnect. The verdict must match the consumer's output. */
@Timeout(3_600)
final class EmbeddedSeededConsumersIT extends ServerContract {

    private static final int CONSUMERS_PER_RUN = 10;
    private static final String REFERENCE = "reference";

    @TempDir
    private Path directory;

    private final List<Verdict.Status> statuses = new ArrayList<>();

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @Test
    void verdictsMatchOutputOfFiveConsumers() throws IOException {
        judge(1, 5);
    }

    @Test
    @Nightly
    void verdictsMatchOutputOfTwoHundredConsumers() throws IOException {
        for (int first = 1; first <= 200; first += CONSUMERS_PER_RUN) {
            judge(first, CONSUMERS_PER_RUN);
        }
        assertThat(statuses)
                .contains(
                        Verdict.Status.LOST,
                        Verdict.Status.DUPLICATED,
                        Verdict.Status.REORDERED,
                        Verdict.Status.LOSSLESS);
    }

    private void judge(int firstSeed, int consumerCount) throws IOException {
        OffsetConsumers consumers = new OffsetConsumers(Files.createDirectory(directory.resolve("from-" + firstSeed)));
        List<ConsumerSpec> specs = new ArrayList<>();
        List<Moment> moments = new ArrayList<>();
        for (int seed = firstSeed; seed < firstSeed + consumerCount; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            String name = "seed-" + seed;
            OffsetConsumer.Fault[] faults = OffsetConsumer.Fault.values();
            specs.add(consumers.spec(
                    name,
                    88_000 + seed,
                    random.nextInt(4) == 0 ? 0 : 1 + random.nextInt(30),
                    seed % 2 == 0,
                    faults[random.nextInt(faults.length)],
                    1 + random.nextInt(20)));
            moments.add(new Moment(ofMillis(300 + random.nextInt(1_000)), fault(name, random)));
            moments.add(new Moment(ofMillis(2_600 + random.nextInt(1_000)), fault(name, random)));
        }
        specs.add(consumers.spec(REFERENCE, 88_000, 0, true, OffsetConsumer.Fault.NONE, 0));
        RunResult result = RoundTripChecks.run(CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpInsert().tableSize(10))
                .load(openLoop(2, perSecond(150)))
                .window(warmUp(Duration.ZERO), measure(ofSeconds(5)))
                .consumer(specs.toArray(ConsumerSpec[]::new))
                .inject(new FaultSchedule(moments, Optional.empty()))
                .prepareFirst()
                .cleanupAfter());
        List<Long> committedTransactions =
                consumers.printedTransactions(REFERENCE).get(0);
        assertThat(result.verdict().committed()).isEqualTo(committedTransactions.size());
        for (ConsumerResult consumer : result.consumers()) {
            assertMatches(consumer, result, consumers.printedTransactions(consumer.name()), committedTransactions);
        }
    }

    private static Fault fault(String name, SplittableRandom random) {
        Duration length = ofMillis(200 + random.nextInt(1_000));
        return switch (random.nextInt(8)) {
            case 0, 1 -> Fault.of(FaultKind.KILL, name, length);
            case 2 -> Fault.of(FaultKind.STOP, name, length);
            case 3 -> Fault.of(FaultKind.PAUSE, name, length);
            case 4 -> Fault.of(FaultKind.RESTART, name);
            case 5 -> Fault.cut(length).onConsumer(name);
            case 6 -> Fault.stall(length).onConsumer(name);
            default -> Fault.throttle(2_000 + random.nextInt(20_000), length).onConsumer(name);
        };
    }

    private void assertMatches(
            ConsumerResult consumer, RunResult result, List<List<Long>> printed, List<Long> committedTransactions) {
        Verdict verdict = consumer.verdict();
        statuses.add(verdict.status());
        List<ExpectedFindings> candidates = printed.stream()
                .map(output -> ExpectedFindings.of(output, committedTransactions))
                .toList();
        assertThat(candidates)
                .as("%s, with faults %s, found %s", consumer.name(), result.faults(), verdict)
                .anyMatch(expected -> expected.lostTransactions().size() == verdict.missing()
                        && expected.repeatedTransactions().size() == verdict.duplicated()
                        && expected.lateTransactions().size() == verdict.outOfOrder()
                        && matches(expected, verdict));
        List<FaultMark> marks = result.faults().stream()
                .filter(fault -> consumer.name().equals(fault.consumer()))
                .toList();
        assertThat(marks).allMatch(mark -> mark.failure() == null, "not failed");
        assertThat(consumer.catchUps())
                .filteredOn(period -> period.fault() != null)
                .extracting(CatchUp::fromSecond)
                .containsExactlyInAnyOrderElementsOf(
                        marks.stream().map(FaultMark::second).toList());
        assertThat(consumer.catchUps().stream().mapToLong(CatchUp::lost).max().orElse(0))
                .isLessThanOrEqualTo(verdict.missing());
    }

    private static boolean matches(ExpectedFindings expected, Verdict verdict) {
        String first = String.valueOf(verdict.firstOffender());
        return switch (verdict.status()) {
            case LOST ->
                !expected.lostTransactions().isEmpty()
                        // without any report, the identity of the transactions is unknown
                        && (verdict.observed() == 0
                                || first.endsWith(
                                        "-" + expected.lostTransactions().get(0)));
            case DUPLICATED ->
                expected.lostTransactions().isEmpty()
                        && first.endsWith("-" + expected.repeatedTransactions().get(0) + " again");
            case REORDERED ->
                expected.lostTransactions().isEmpty()
                        && expected.repeatedTransactions().isEmpty()
                        // the slower of the consumer and the run's stream determines which transaction is late
                        && expected.lateTransactions().stream()
                                .anyMatch(late ->
                                        first.contains("-" + late + " ") || first.contains("-" + (late + 1) + " "));
            case LOSSLESS ->
                expected.lostTransactions().isEmpty()
                        && expected.repeatedTransactions().isEmpty()
                        && expected.lateTransactions().isEmpty();
            default -> false;
        };
    }
}
