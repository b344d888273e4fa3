// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.openLoop;
import static io.github.cdctester.config.Rate.perSecond;
import static io.github.cdctester.config.Window.measure;
import static io.github.cdctester.config.Window.warmUp;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Password;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.fault.FaultSchedule;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.internal.inject.Injection;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.run.load.TablePolicy;
import io.github.cdctester.internal.run.phases.WaitCondition;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.FaultMark;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.server.ControlledServer;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Checks that the load survives injected faults, and that the verdict shows no loss. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
abstract class InjectContract {

    /** The subclass starts the server before all tests and stops it afterwards. */
    abstract ControlledServer server();

    /** The downtime of a killed or restarted server. */
    abstract Duration maxDowntime();

    @AfterEach
    void assertNoFaultThreadsLeft() {
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("fault-proxy-") || name.equals("cdc-fault-injector"));
    }

    @Test
    void losesNothingDuringStreamFaults() {
        // the times allow for a slow reconnection after each fault
        RunResult result = RoundTripChecks.run(plan(9).inject(FaultSchedule.parse(
                        "at 500ms: cut 500ms; at 1300ms: throttle 20kB/s 500ms; at 2100ms: stall 500ms;"
                                + " at 3600ms: kill-dump; at 5s: rotate; at 5200ms: purge; at 6200ms: kill-dumps"))
                .controlledServer(server()));
        assertLossless(result);
        assertThat(result.faults())
                .allMatch(fault -> fault.failure() == null)
                .extracting(FaultMark::fault)
                .containsExactly(
                        "cut 0.5s",
                        "throttle 20000B/s 0.5s",
                        "stall 0.5s",
                        "kill-dump",
                        "rotate",
                        "purge",
                        "kill-dumps");
        assertThat(result.faults().get(0).second()).isGreaterThanOrEqualTo(0.5);
        assertThat(result.faults().get(0).millis()).isGreaterThanOrEqualTo(500);
        assertThat(result.faults().get(0).outcome()).isEqualTo("1 connection reset, new ones refused");
        assertThat(result.summary().cdc().gaps()).hasSizeGreaterThanOrEqualTo(3);
        assertThat(result.summary().cdc().delay().maxMillis()).as("stalled").isGreaterThan(250);
        assertThat(result.samples())
                .extracting(SampleRow::probes)
                .anyMatch(probes -> probes.getOrDefault("faults", 0.0) > 0);
        assertThat(result.notes()).extracting(Note::code).contains(Code.THROUGH_PROXY);
        assertThat(Formats.TABLE.text(result))
                .containsPattern("(?m)^cut 0.5s +(0\\.[5-9]|[1-9]\\d*\\.\\d) +\\d+")
                .containsPattern("(?m)^cut 0.5s +1 connection reset, new ones refused$")
                .contains("throttle 20000B/s 0.5s");
    }

    /** The connection id of a stream that is down may meanwhile belong to another client. */
    @Test
    void killDumpFailsWhileStreamIsDown() {
        RunResult result =
                RoundTripChecks.run(plan(8).inject(FaultSchedule.parse("at 100ms: cut 5s; at 4s: kill-dump")));
        assertLossless(result);
        assertThat(result.faults()).extracting(FaultMark::fault).containsExactly("kill-dump", "cut 5s");
        assertThat(result.faults().get(0).failure()).isEqualTo("the stream is not connected");
    }

    @Test
    void loadContinuesAfterKillAndRestart() {
        AfterLastFault afterLastFault = new AfterLastFault(2);
        RunSettings settings = RunSettings.of(
                plan(60).build(), new TablePolicy(true, true, false, false), afterLastFault, new StopSignal());
        FaultSchedule faults =
                FaultSchedule.parse("at 500ms: kill-9; at " + (1 + maxDowntime().toSeconds()) + "s: restart");
        RunResult result =
                RoundTripChecks.run(settings.injecting(Injection.of(faults, List.of(), Optional.of(server())))
                        .withMeasured(Optional.of(afterLastFault)));
        assertLossless(result);
        assertThat(result.faults())
                .extracting(FaultMark::outcome)
                .containsExactly("killed and started again", "ended in order and started again");
        assertThat(result.summary().cdc().gaps()).isNotEmpty(); // one gap if a restart is slow, else two
        assertThat(result.samples().get(result.samples().size() - 1).second())
                .as("the run continues after the last fault")
                .isGreaterThan((long) result.faults().get(1).second());
    }

    @Test
    void warnsIfFaultLacksPrivilege() {
        Endpoint account = limitedAccount();
        RunResult result = RoundTripChecks.run(
                plan(4).subscriber(SubscriberSpec.DEFAULT.at(account)).inject(FaultSchedule.parse("at 100ms: rotate")));
        assertLossless(result);
        assertThat(result.faults()).hasSize(1).allMatch(fault -> fault.failure() != null);
        assertThat(result.notes())
                .anyMatch(note -> note.code() == Code.FAULT_FAILED
                        && "rotate".equals(note.arguments().get("fault"))
                        && note.text().toLowerCase(java.util.Locale.ROOT).contains("reload"));
    }

    @Test
    void cutsProxyPassedToPlan() throws SQLException {
        Endpoint endpoint = server().endpoint();
        try (FaultProxy proxy = FaultProxy.to(endpoint.host(), endpoint.port());
                Connection consumer = connect(endpoint.withAddress(proxy.host(), proxy.port()))) {
            RunResult result = RoundTripChecks.run(plan(4).inject(FaultSchedule.parse("at 100ms: cut 500ms"), proxy));
            assertLossless(result);
            assertThat(result.faults())
                    .extracting(FaultMark::outcome)
                    .containsExactly("1 connection reset, new ones refused");
            assertThat(result.summary().cdc().gaps()).isEmpty();
            assertThat(result.notes()).extracting(Note::code).doesNotContain(Code.THROUGH_PROXY);
            assertThatThrownBy(() -> consumer.createStatement().executeQuery("SELECT 1"))
                    .isInstanceOf(SQLException.class);
            try (Connection newConnection = connect(endpoint.withAddress(proxy.host(), proxy.port()))) {
                assertThat(newConnection.isValid(60))
                        .as("the proxy accepts connections again")
                        .isTrue();
            }
        }
    }

    @Test
    void stopEndsInjectedStall() {
        StopSignal stop = new StopSignal();
        RunResult result =
                RoundTripChecks.run(plan(60).inject(FaultSchedule.parse("at 100ms: stall 50s; at 55s: kill-dump"))
                        .stopSignal(stop)
                        .listener(new RunListener() {
                            @Override
                            public void sample(SampleRow sample) {
                                if (sample.probes().getOrDefault("faults", 0.0) > 0) {
                                    stop.raise();
                                }
                            }
                        }));
        assertThat(result.interrupted()).isTrue();
        assertThat(result.verdict().status()).as(result.verdict().reason()).isEqualTo(Verdict.Status.LOSSLESS);
        assertThat(result.faults().get(0).millis()).isLessThan(50_000);
        assertThat(result.faults().get(1).failure()).isEqualTo("the measured part ended before");
    }

    /** Ends the measurement at the first sample after all faults, regardless of the server's downtime. */
    private static final class AfterLastFault implements RunListener, WaitCondition {
        private final int faultCount;
        private int endedFaultCount;
        private boolean hasContinued;

        AfterLastFault(int faultCount) {
            this.faultCount = faultCount;
        }

        /** Called before the sample of the same second. */
        @Override
        public void note(Note note) {
            endedFaultCount += note.code() == Code.FAULT_INJECTED ? 1 : 0;
        }

        @Override
        public void sample(SampleRow sample) {
            hasContinued = endedFaultCount == faultCount && sample.probes().get("faults") == 0;
        }

        @Override
        public boolean isMet() {
            return hasContinued;
        }

        @Override
        public String state() {
            return endedFaultCount + " of " + faultCount + " faults were over";
        }
    }

    private PlanBuilder plan(int seconds) {
        return CdcTester.plan()
                .endpoint(server().endpoint())
                .workload(Sysbench.oltpInsert().tableSize(10))
                .load(openLoop(4, perSecond(100)))
                .window(warmUp(Duration.ZERO), measure(ofSeconds(seconds)))
                .prepareFirst()
                .cleanupAfter();
    }

    private static void assertLossless(RunResult result) {
        assertThat(result.interrupted()).isFalse();
        assertThat(result.verdict().status()).as(result.verdict().reason()).isEqualTo(Verdict.Status.LOSSLESS);
    }

    /** The account may read rows and the binlog, but may not administer the server. */
    private Endpoint limitedAccount() {
        Endpoint endpoint = server().endpoint();
        try (Connection connection = connect(endpoint);
                Statement statement = connection.createStatement()) {
            for (String sql : List.of(
                    "CREATE OR REPLACE USER follower@'%' IDENTIFIED BY 'secret'",
                    "GRANT SELECT, REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO follower@'%'")) {
                statement.execute(inServerDialect(sql));
            }
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
        return Endpoint.of(endpoint.host(), endpoint.port(), endpoint.database(), "follower", Password.of("secret"));
    }

    String inServerDialect(String sql) {
        return sql;
    }

    private static Connection connect(Endpoint endpoint) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mariadb://" + endpoint.address() + "/" + endpoint.database() + "?allowPublicKeyRetrieval=true",
                endpoint.user(),
                endpoint.password().reveal());
    }
}
