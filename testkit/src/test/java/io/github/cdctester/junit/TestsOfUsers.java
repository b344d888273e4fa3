// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.junit;

import static io.github.cdctester.assertj.CdcAssertions.assertThat;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.RunScope;
import io.github.cdctester.assertj.CdcSoftAssertions;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Window;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.run.RunningRun;
import io.github.cdctester.server.EmbeddedMariaDb;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests written like the tests of users. {@link CdcTesterExtensionIT} runs them. */
final class TestsOfUsers {

    /** Server for test classes without their own server. {@link CdcTesterExtensionIT} sets it, and reads the fields below. */
    static Endpoint sharedEndpoint;

    static final List<Endpoint> SEEN_ENDPOINTS = new ArrayList<>();
    static RunningRun leftRun;
    static Connection leftConnection;
    static ProcessHandle serverProcess;

    private TestsOfUsers() {}

    private static Connection connect() throws SQLException {
        String url = "jdbc:mariadb://" + sharedEndpoint.address() + "/" + sharedEndpoint.database();
        return DriverManager.getConnection(
                url, sharedEndpoint.user(), sharedEndpoint.password().reveal());
    }

    static PlanBuilder withShortRun(PlanBuilder plan) {
        return withEndlessRun(plan).window(new Window(Duration.ZERO, Duration.ZERO, 20, ofSeconds(30)));
    }

    static PlanBuilder withEndlessRun(PlanBuilder plan) {
        return plan.workload(Sysbench.oltpInsert().tableSize(10))
                .window(Window.UNLIMITED)
                .prepareFirst()
                .cleanupAfter();
    }

    private static RunningRun startMeasuring(PlanBuilder plan) throws InterruptedException {
        CountDownLatch firstSample = new CountDownLatch(1);
        RunningRun run = withEndlessRun(plan)
                .listener(new RunListener() {
                    @Override
                    public void sample(SampleRow sample) {
                        firstSample.countDown();
                    }
                })
                .start();
        firstSample.await();
        return run;
    }

    @CdcTest
    static final class WithEmbeddedServer {

        private static Endpoint classEndpoint;

        @BeforeAll
        static void before(Endpoint endpoint, PlanBuilder plan) {
            classEndpoint = endpoint;
            assertThat(withShortRun(plan).run()).isLossless();
        }

        @Test
        void injectsAllParameters(PlanBuilder plan, PlanBuilder secondPlan, EmbeddedMariaDb server, RunScope scope) {
            assertThat(plan).isNotSameAs(secondPlan);
            assertThat(server.endpoint()).isEqualTo(classEndpoint);
            RunResult result = withShortRun(plan).run();
            assertThat(result).isLossless().hasNoErrors();
            assertThat(withShortRun(secondPlan).drain()).wasNotInterrupted();
            assertThat(scope.results()).hasSize(2).startsWith(result);
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 2})
        void repeatsRun(int number, PlanBuilder plan) {
            assertThat(withShortRun(plan).run()).as("run %d", number).isLossless();
        }

        @Nested
        final class Inside {

            @Test
            void sharesTheServer(Endpoint endpoint) {
                assertThat(endpoint).isEqualTo(classEndpoint);
                SEEN_ENDPOINTS.add(endpoint);
            }
        }
    }

    static final class AnnotatedMethods {

        @CdcServer
        private final Supplier<Endpoint> server = () -> sharedEndpoint;

        @CdcTest
        void isTest(PlanBuilder plan) {
            assertThat(withShortRun(plan).run()).isLossless();
        }

        @Test
        @CdcTest
        void isOneTestWithBothAnnotations(Endpoint endpoint) {
            assertThat(endpoint).isSameAs(sharedEndpoint);
        }
    }

    /** Each test creates the tables, and does not drop them. */
    @CdcTest
    static final class PreparingTables {

        @CdcServer
        static final Supplier<Endpoint> SERVER = () -> sharedEndpoint;

        @RepeatedTest(2)
        void leavesItsTables(PlanBuilder plan) {
            assertThat(preparingPlan(plan).run()).isLossless();
        }

        @Test
        void serverEnds(PlanBuilder plan) {
            try (EmbeddedMariaDb ownServer = EmbeddedMariaDb.start()) {
                assertThat(preparingPlan(plan.endpoint(ownServer.endpoint())).run())
                        .isLossless();
            }
        }

        private static PlanBuilder preparingPlan(PlanBuilder plan) {
            return plan.workload(Sysbench.oltpInsert().tableSize(10))
                    .prepareFirst()
                    .window(new Window(Duration.ZERO, Duration.ZERO, 20, ofSeconds(30)));
        }
    }

    /** Replaces a table with another table, which the extension does not drop. */
    @CdcTest
    static final class ReplacingTable {

        @CdcServer
        static final Supplier<Endpoint> SERVER = () -> sharedEndpoint;

        @Test
        void leavesForeignTable(PlanBuilder plan) throws SQLException {
            PreparingTables.preparingPlan(plan).run();
            execute("DROP TABLE sbtest1", "CREATE TABLE sbtest1 (name VARCHAR(9))");
        }

        static void execute(String... statements) throws SQLException {
            try (Connection connection = connect();
                    Statement statement = connection.createStatement()) {
                for (String sql : statements) {
                    statement.execute(sql);
                }
            }
        }
    }

    @CdcTest
    static final class Failing {

        @CdcServer
        static final Supplier<Endpoint> SERVER = () -> sharedEndpoint;

        @Test
        void failsByAssertion(PlanBuilder plan) {
            RunResult result = withShortRun(plan).run();
            assertThat(result).delay().p99IsBelow(ofNanos(1));
        }

        @Test
        void failsByComparison(PlanBuilder plan) {
            assertEquals(-1, withShortRun(plan).run().verdict().committed());
        }

        @Test
        void failsByMultipleFailure(PlanBuilder plan) {
            CdcSoftAssertions soft = new CdcSoftAssertions();
            soft.assertThat(withShortRun(plan).run())
                    .delay()
                    .p50IsBelow(ofNanos(1))
                    .p99IsBelow(ofNanos(1));
            soft.assertAll();
        }

        @Test
        void throwsOwnException(PlanBuilder plan) {
            withShortRun(plan).run();
            throw new IllegalStateException("theirs");
        }

        @Test
        void runBreaks(PlanBuilder plan) {
            withShortRun(plan)
                    .listener(new RunListener() {
                        @Override
                        public void sample(SampleRow sample) {
                            throw new RunFailedException("broken by the listener");
                        }
                    })
                    .window(Window.UNLIMITED)
                    .run();
        }

        @Test
        void beforeAnyRun() {
            throw new IllegalStateException("nothing to report");
        }
    }

    @CdcTest
    static final class Careless {

        @CdcServer
        static final Supplier<Endpoint> SERVER = () -> sharedEndpoint;

        @Test
        void leavesATransaction(PlanBuilder plan) throws SQLException {
            PreparingTables.preparingPlan(plan).run();
            leftConnection = connect();
            leftConnection.setAutoCommit(false);
            try (Statement statement = leftConnection.createStatement()) {
                statement.execute("SELECT COUNT(*) FROM sbtest1");
            }
        }

        @Test
        void leavesARun(PlanBuilder plan) throws InterruptedException {
            leftRun = startMeasuring(plan);
        }

        @Test
        void failsAndLeavesARun(PlanBuilder plan) throws InterruptedException {
            leftRun = startMeasuring(plan);
            throw new StackOverflowError("of the test");
        }

        @Test
        void ignoresFailedRun(PlanBuilder plan) {
            leftRun = withEndlessRun(plan)
                    .listener(new RunListener() {
                        @Override
                        public void sample(SampleRow sample) {
                            throw new AssertionError("nobody asked");
                        }
                    })
                    .start();
            while (!leftRun.hasEnded()) {
                Thread.onSpinWait();
            }
        }

        @Test
        @Timeout(3)
        void takesTooLong(PlanBuilder plan) {
            withEndlessRun(plan).run();
        }

        @Test
        @Timeout(value = 3, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
        void takesTooLongInOtherThread(PlanBuilder plan) {
            withEndlessRun(plan).run();
        }
    }

    @CdcTest
    static final class Interrupting {

        @Test
        void leavesARun(PlanBuilder plan) throws InterruptedException {
            leftRun = startMeasuring(plan);
        }

        @AfterEach
        void interrupt(EmbeddedMariaDb server) {
            serverProcess = server.process();
            Thread.currentThread().interrupt();
        }
    }

    /** Has the methods of a Testcontainers container. */
    public static class Container {

        boolean running;
        int stops;

        public String getJdbcUrl() {
            if (!running) {
                throw new IllegalStateException("not started");
            }
            return "jdbc:mariadb://" + sharedEndpoint.address() + "/" + sharedEndpoint.database();
        }

        public String getUsername() {
            return "somebody";
        }

        public String getPassword() {
            return sharedEndpoint.password().reveal();
        }

        public boolean isRunning() {
            return running;
        }

        public void start() {
            running = true;
        }

        public void stop() {
            running = false;
            stops++;
        }
    }

    @CdcTest
    static final class WithContainer {

        @CdcServer(user = "cdc_tester")
        static Container container = new Container();

        @Test
        void isStarted(PlanBuilder plan, Endpoint endpoint) {
            assertThat(endpoint.user()).isEqualTo("cdc_tester");
            assertThat(withShortRun(plan).run()).isLossless();
        }

        @Test
        void staysForAllTests(Endpoint endpoint) {
            assertThat(container.stops).isZero();
            assertThat(endpoint.address()).isEqualTo(sharedEndpoint.address());
        }
    }

    @CdcTest
    static final class StoppingContainer {

        @CdcServer
        static Container container = new Container();

        @RepeatedTest(2)
        void stopsContainer(Endpoint endpoint) {
            assertThat(endpoint.address()).isEqualTo(sharedEndpoint.address());
            container.stop();
        }
    }

    /** A container whose start fails, for example after a timeout. */
    public static final class BrokenContainer extends Container {

        int starts;

        @Override
        public void start() {
            starts++;
            throw new IllegalStateException("start " + starts + " timed out");
        }
    }

    @CdcTest
    static final class WithBrokenContainer {

        @CdcServer
        static BrokenContainer container = new BrokenContainer();

        @RepeatedTest(2)
        void needsServer(Endpoint endpoint) {
            assertThat(endpoint).isNotNull();
        }
    }
}
