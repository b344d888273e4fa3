// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static io.github.cdctester.config.LoadSpec.openLoop;
import static io.github.cdctester.config.Rate.perSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.JdbcDriver;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Status;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(120)
abstract class VerdictContract extends ServerContract {

    private static final int THREADS = 4;
    private static final int OTHER_TRANSACTIONS = 20;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @ParameterizedTest
    @EnumSource(
            value = JdbcDriver.class,
            names = {"MARIADB", "CONNECTOR_J"})
    void findsEachCommitWithEachDriver(JdbcDriver driver) {
        RunResult result = RoundTripChecks.run(plan().endpoint(server.endpoint().withJdbcDriver(driver)));

        Verdict verdict = result.verdict();
        assertThat(verdict.status()).as(verdict.reason()).isEqualTo(Status.LOSSLESS);
        assertThat(verdict.method()).isEqualTo("exact");
        assertThat(verdict.committed())
                .isPositive()
                .isEqualTo(result.summary().write().logged());
        assertThat(verdict.observed()).isEqualTo(verdict.committed());
        assertThat(List.of(verdict.missing(), verdict.duplicated(), verdict.outOfOrder(), verdict.others()))
                .containsOnly(0L);
        assertThat(verdict.firstOffender()).isNull();
        assertThat(verdict.streams()).isEmpty();
    }

    @Test
    void tracksAutocommittedStatementsAcrossReconnects() {
        Verdict verdict = RoundTripChecks.run(plan().workload(Sysbench.oltpWriteOnly()
                                .tables(2)
                                .tableSize(100)
                                .skipTrx(true)
                                .reconnect(7))
                        .load(closedLoop(1))
                        .window(new Window(Duration.ZERO, Duration.ZERO, 50, Duration.ofSeconds(30)))
                        .verify(Verification.EXACT))
                .verdict();

        assertThat(verdict.status()).as(verdict.reason()).isEqualTo(Status.LOSSLESS);
        assertThat(verdict.committed()).isEqualTo(4 * 50);
    }

    @Test
    void excludesTransactionsOfOtherClients() {
        server.execute("CREATE TABLE others (id INT NOT NULL AUTO_INCREMENT PRIMARY KEY)");
        try {
            Verdict exactVerdict =
                    RoundTripChecks.run(slowPlan().listener(otherClient())).verdict();
            Verdict countsVerdict = RoundTripChecks.run(
                            slowPlan().listener(otherClient()).verify(Verification.COUNTS))
                    .verdict();

            assertThat(exactVerdict.status()).as(exactVerdict.reason()).isEqualTo(Status.LOSSLESS);
            assertThat(exactVerdict.method()).isEqualTo("exact");
            assertThat(exactVerdict.others()).isEqualTo(OTHER_TRANSACTIONS);
            assertThat(exactVerdict.observed()).isEqualTo(exactVerdict.committed() + OTHER_TRANSACTIONS);
            assertThat(countsVerdict.status()).isEqualTo(Status.NOT_CHECKED);
            assertThat(countsVerdict.reason())
                    .contains(OTHER_TRANSACTIONS + " transactions more", "without other writers");
        } finally {
            server.execute("DROP TABLE others");
        }
    }

    @Test
    void verifiesByRequestedMethod() {
        Verdict countsVerdict =
                RoundTripChecks.run(plan().verify(Verification.COUNTS)).verdict();
        Verdict offVerdict =
                RoundTripChecks.run(plan().verify(Verification.OFF)).verdict();

        assertThat(countsVerdict.status()).as(countsVerdict.reason()).isEqualTo(Status.LOSSLESS);
        assertThat(countsVerdict.method()).isEqualTo("counts");
        assertThat(countsVerdict.headline()).isEqualTo("LOSSLESS by counts");
        assertThat(countsVerdict.reason()).contains("only counts and log positions");
        assertThat(countsVerdict.others()).isNull();
        assertThat(offVerdict.status()).isEqualTo(Status.NOT_CHECKED);
        assertThat(offVerdict.method()).isEqualTo("none");
        assertThat(offVerdict.missing()).isNull();
        assertThat(offVerdict.committed()).isEqualTo(offVerdict.observed());
    }

    @Test
    void undeliveredTransactionsAreNotLost() {
        Endpoint endpoint = server.endpoint();
        try (FaultProxy proxy = FaultProxy.to(endpoint.host(), endpoint.port())) {
            RunResult result = RoundTripChecks.run(slowPlan()
                    .streams(
                            new StreamSpec("free", endpoint, StartPosition.now()),
                            new StreamSpec(
                                    "held",
                                    Endpoint.of(
                                                    "127.0.0.1",
                                                    proxy.port(),
                                                    endpoint.database(),
                                                    endpoint.user(),
                                                    endpoint.password())
                                            .withSsl(SslMode.DISABLED, null),
                                    StartPosition.now()))
                    // the stalled stream uses the whole drain timeout, and the free stream may need several seconds
                    .window(new Window(Duration.ZERO, Duration.ofSeconds(1), 0, Duration.ofSeconds(6)))
                    .listener(atStartOfMeasurement(() -> proxy.stallDumps(true))));

            Verdict verdict = result.verdict();
            assertThat(verdict.status()).isEqualTo(Status.BEHIND);
            assertThat(verdict.missing()).isNull();
            assertThat(verdict.reason()).startsWith("stream held: ");
            assertThat(verdict.observed()).isLessThan(verdict.committed());
            assertThat(verdict.streams())
                    .extracting(
                            Verdict.OfStream::name, stream -> stream.verdict().status())
                    .containsExactly(
                            org.assertj.core.groups.Tuple.tuple("free", Status.LOSSLESS),
                            org.assertj.core.groups.Tuple.tuple("held", Status.BEHIND));
        }
    }

    @Test
    void checksContinuityIfTesterDoesNotWrite() {
        SubscriberSpec fromEarliest = SubscriberSpec.DEFAULT.from(StartPosition.earliest());
        server.execute("CREATE TABLE here (id INT PRIMARY KEY)", "INSERT INTO here VALUES (1)", "DROP TABLE here");
        RunResult result = RoundTripChecks.drain(
                CdcTester.plan().endpoint(server.endpoint()).subscriber(fromEarliest));

        assertThat(result.verdict().status()).as(result.verdict().reason()).isEqualTo(Status.LOSSLESS);
        assertThat(result.verdict().method()).isEqualTo("continuity");
        assertThat(result.verdict().committed()).isNull();
        assertThat(result.verdict().unknownOutcome()).isNull();
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> CdcTester.plan()
                        .endpoint(server.endpoint())
                        .verify(Verification.EXACT)
                        .drain())
                .withMessageContaining("verify");
    }

    PlanBuilder plan() {
        return CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpWriteOnly().tables(2).tableSize(100))
                .load(openLoop(THREADS, perSecond(1_000)))
                .window(new Window(Duration.ofMillis(500), Duration.ZERO, 1_000, TIMEOUT))
                .prepareFirst()
                .cleanupAfter();
    }

    private PlanBuilder slowPlan() {
        return plan().load(openLoop(THREADS, perSecond(200)))
                .window(new Window(Duration.ofMillis(500), Duration.ofSeconds(1), 0, TIMEOUT));
    }

    private RunListener otherClient() {
        return atStartOfMeasurement(() -> {
            for (int i = 0; i < OTHER_TRANSACTIONS; i++) {
                server.execute("INSERT INTO others VALUES ()");
            }
        });
    }

    /** The window stays open while the action runs in the run's thread. */
    private static RunListener atStartOfMeasurement(Runnable action) {
        return new RunListener() {
            @Override
            public void step(String text) {
                if (text.equals("measuring")) {
                    action.run();
                }
            }
        };
    }
}
