// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.github.cdctester.config.Endpoint;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Checks that an invalid field or parameter causes a message of one line, and that a stopped container is started again. */
final class CdcServerTest {

    private static final String VALID_VALUES = "an Endpoint or a Supplier of one, an EmbeddedMariaDb, or something with"
            + " getJdbcUrl(), getUsername() and getPassword(), such as a container";

    @Test
    void startsContainerAgainThatATestStopped() {
        TestsOfUsers.sharedEndpoint = Endpoint.of("jdbc:mariadb://127.0.0.1:1/sbtest", "root", "");
        EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(TestsOfUsers.StoppingContainer.class))
                .execute()
                .testEvents()
                .assertStatistics(tests -> tests.started(2).succeeded(2));
        assertThat(TestsOfUsers.StoppingContainer.container.stops)
                .as("by each test, and at the end")
                .isEqualTo(3);
    }

    @Test
    void stopsContainerOfInterruptedTest() {
        TestsOfUsers.sharedEndpoint = Endpoint.of("jdbc:mariadb://127.0.0.1:1/sbtest", "root", "");
        EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(ContainerTestsOfUsers.InterruptedAtEnd.class))
                .execute()
                .testEvents()
                .assertStatistics(tests -> tests.started(1).succeeded(1));
        Thread.interrupted(); // some versions of JUnit keep the flag
        assertThat(ContainerTestsOfUsers.InterruptedAtEnd.lastContainer.isRunning())
                .isFalse();
    }

    @Test
    void startsBrokenContainerOnceForAllTests() {
        assertThat(messages(TestsOfUsers.WithBrokenContainer.class))
                .containsExactly("start 1 timed out", "start 1 timed out");
        assertThat(TestsOfUsers.WithBrokenContainer.container.starts).isEqualTo(1);
        assertThat(TestsOfUsers.WithBrokenContainer.container.stops).isZero();
    }

    @Test
    void startsUnusableContainerOnceForAllTests() {
        assertThat(messages(ContainerTestsOfUsers.WithUnusableContainer.class)).containsExactly("start 1", "start 1");
        assertThat(ContainerTestsOfUsers.WithUnusableContainer.container.starts).isEqualTo(1);
        assertThat(ContainerTestsOfUsers.WithUnusableContainer.container.stops).isZero();
    }

    private static List<String> messages(Class<?> tests) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(tests))
                .execute()
                .testEvents()
                .failed()
                .stream()
                .flatMap(event -> event.getPayload(TestExecutionResult.class).stream())
                .flatMap(result -> result.getThrowable().stream())
                .map(CdcServerTest::rootMessage)
                .toList();
    }

    private static @Nullable String rootMessage(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.getMessage();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            NoServer     | @CdcServer NoServer.PLACE is a java.lang.String, but must be VALID_VALUES
            NotSet       | @CdcServer NotSet.later is null, but must be VALID_VALUES, at the latest when a test requests it
            SuppliesNull | @CdcServer SuppliesNull.SERVER is a Supplier that returned null, but must be VALID_VALUES, at the latest when a test requests it
            SuppliesText | @CdcServer SuppliesText.SERVER is a Supplier that returned a java.lang.String, but must be VALID_VALUES
            Twice        | @CdcServer is on 2 fields of PACKAGE.WrongTestsOfUsers$Twice (ANOTHER, ONE), but must be on one: the server of its tests
            OfAnInstance | @CdcServer OfAnInstance.server belongs to an instance, but must be static if @BeforeAll or a constructor requests it
            NotEmbedded  | the server of this test is @CdcServer NotEmbedded.SERVER, not an EmbeddedMariaDb: use an Endpoint
            Unresolved   | No ParameterResolver registered for parameter [java.lang.StringBuilder nobodyKnows]
            """)
    void messageNamesValidValues(String type, String message) throws ClassNotFoundException {
        Class<?> invalidTests = Class.forName(WrongTestsOfUsers.class.getName() + "$" + type);
        Throwable failure =
                EngineTestKit.engine("junit-jupiter")
                        .selectors(selectClass(invalidTests))
                        .execute()
                        .allEvents()
                        .failed()
                        .stream()
                        .findFirst()
                        .flatMap(event -> event.getPayload(TestExecutionResult.class))
                        .flatMap(TestExecutionResult::getThrowable)
                        .orElseThrow();
        assertThat(failure.getMessage())
                .contains(message.replace("VALID_VALUES", VALID_VALUES)
                        .replace("PACKAGE", CdcServerTest.class.getPackageName()));
    }
}
