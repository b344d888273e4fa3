// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.config.SubscriberSpec.PayloadCounting;
import io.github.cdctester.config.SubscriberSpec.Reader;
import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.config.SubscriberSpec.Sharing;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The messages about rejected values name the property. */
class SpecsTest {

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, 10_000_001, Double.NaN, Double.POSITIVE_INFINITY})
    void rejectsRateOutOfRange(double perSecond) {
        assertRejected("rate", () -> Rate.perSecond(perSecond));
    }

    @Test
    void acceptsRatesUpToMaximum() {
        assertThat(Rate.perSecond(10_000_000).perSecond()).isEqualTo(10_000_000);
        assertThat(Rate.perSecond(0.001).perSecond()).isEqualTo(0.001);
    }

    @Test
    void rejectsInvalidProfilesAndRamps() {
        Duration minute = Duration.ofMinutes(1);
        assertRejected("rate", () -> Rate.perSecond(5).profile(List.of(0.0, 0.0), minute));
        assertRejected("rate", () -> Rate.perSecond(5).profile(List.of(1.0, -1.0), minute));
        assertRejected("rate", () -> Rate.perSecond(5).profile(List.of(1.0), Duration.ZERO));
        assertRejected("rate", () -> Rate.perSecond(5).profile(List.of(), minute));
        Duration year = Duration.ofDays(365);
        assertRejected("rate", () -> Rate.perSecond(5).profile(List.of(1.0), year.plusNanos(1)));
        assertRejected("rate", () -> Rate.perSecond(5).profile(List.of(1.0), Duration.ofSeconds(Long.MAX_VALUE)));
        assertThat(Rate.perSecond(5).profile(List.of(1.0), year).part()).isEqualTo(year);
        assertRejected("rate", () -> Rate.ramp(0, 0, minute));
        assertRejected("rate", () -> Rate.ramp(-1, 10, minute));
        assertRejected("rate", () -> Rate.ramp(10, Double.NaN, minute));
        assertRejected("rate", () -> Rate.ramp(10, 10_000_001, minute));
        assertRejected("rate", () -> Rate.ramp(1, 10, Duration.ZERO));
        assertRejected("rate", () -> Rate.ramp(1, 10, Duration.ofSeconds(-1)));
        assertRejected("rate", () -> Rate.ramp(1, 10, Duration.ofDays(366)));
        assertThat(Rate.ramp(0, 20_000, minute)).hasToString("0..20000 over 60s");
        assertThat(Rate.ramp(20_000, 0, Duration.ofMillis(1_500))).hasToString("20000..0 over 1.5s");
        assertThat(Rate.perSecond(0.5)).hasToString("0.5");
        assertThat(Rate.perSecond(2_000_000)).hasToString("2000000");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, LoadSpec.MAX_THREADS + 1})
    void rejectsNumberOfThreadsOutOfRange(int threads) {
        assertRejected("threads", () -> LoadSpec.closedLoop(threads));
        assertRejected("threads", () -> LoadSpec.openLoop(threads, Rate.perSecond(1)));
    }

    @Test
    void rejectsTimesOutOfRange() {
        Duration second = Duration.ofSeconds(1);
        Duration negative = Duration.ofNanos(-1);
        Duration tooLong = Duration.ofDays(365).plusNanos(1);
        for (Duration invalidTime : new Duration[] {negative, tooLong, Duration.ofSeconds(Long.MAX_VALUE)}) {
            assertRejected("warmUp", () -> new Window(invalidTime, second, 0, second));
            assertRejected("measure", () -> new Window(second, invalidTime, 0, second));
            assertRejected("drainTimeout", () -> new Window(second, second, 0, invalidTime));
        }
        assertRejected("events", () -> new Window(second, second, -1, second));
        assertThat(new Window(Duration.ZERO, Duration.ZERO, 0, Duration.ZERO).measure())
                .isZero();
    }

    @Test
    void rejectsHeartbeatIntervalOutOfRange() {
        Duration[] invalidIntervals = {
            Duration.ZERO, Duration.ofMillis(-1), Duration.ofHours(1).plusNanos(1), Duration.ofSeconds(Long.MAX_VALUE)
        };
        for (Duration invalidTime : invalidIntervals) {
            assertRejected("heartbeatInterval", () -> SubscriberSpec.DEFAULT.heartbeatInterval(invalidTime));
        }
        assertThat(SubscriberSpec.DEFAULT
                        .heartbeatInterval(Duration.ofMillis(1))
                        .heartbeatInterval())
                .isEqualTo(Duration.ofMillis(1));
    }

    @Test
    void eachSubscriberMethodChangesOneProperty() {
        Endpoint endpoint = Endpoint.of("jdbc:mysql://cdc", "root", "");
        Endpoint standby = endpoint.withAddress("standby", 3307);
        StartPosition start = StartPosition.parse("binlog.000003:157");
        SubscriberSpec spec = SubscriberSpec.DEFAULT
                .at(endpoint)
                .failover(List.of(standby))
                .from(start)
                .delaySource(DelaySource.HEARTBEAT)
                .resumeTimeout(Duration.ofMinutes(5))
                .rowCounting(RowCounting.EXACT)
                .verifyChecksums(true)
                .payloads(PayloadCounting.INFLATE)
                .reader(Reader.CONNECTOR);
        assertThat(spec)
                .isEqualTo(new SubscriberSpec(
                        Optional.of(endpoint),
                        List.of(standby),
                        start,
                        Optional.of(DelaySource.HEARTBEAT),
                        Defaults.HEARTBEAT_INTERVAL,
                        Duration.ofMinutes(5),
                        RowCounting.EXACT,
                        true,
                        PayloadCounting.INFLATE,
                        Reader.CONNECTOR,
                        Set.of(),
                        List.of(),
                        Sharing.NOTHING,
                        true));
    }

    @Test
    void inflatesPayloadsOnRequestAndToCountRows() {
        SubscriberSpec spec = SubscriberSpec.DEFAULT;
        assertThat(spec.inflatesPayloads()).isFalse();
        assertThat(spec.payloads(PayloadCounting.INFLATE).inflatesPayloads()).isTrue();
        assertThat(spec.rowCounting(RowCounting.EXACT).inflatesPayloads()).isTrue();
    }

    @Test
    void acceptsResumeTimeoutUpToOneDay() {
        assertThat(SubscriberSpec.DEFAULT.resumeTimeout(Duration.ZERO).resumeTimeout())
                .isZero();
        assertThat(SubscriberSpec.DEFAULT.resumeTimeout(Duration.ofDays(1)).resumeTimeout())
                .isEqualTo(Duration.ofDays(1));
        assertRejected("resumeTimeout", () -> SubscriberSpec.DEFAULT.resumeTimeout(Duration.ofMillis(-1)));
        assertRejected("resumeTimeout", () -> SubscriberSpec.DEFAULT.resumeTimeout(Duration.ofSeconds(86_401)));
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> SubscriberSpec.DEFAULT.resumeTimeout(Duration.ofMillis(90_000_500)))
                .withMessage("resumeTimeout: 90000.5 s, must be a duration from 0 to 1 day");
    }

    @Test
    void streamsHaveUniqueNames() {
        Endpoint write = Endpoint.of("jdbc:mysql://db", "root", "");
        StartPosition start = StartPosition.parse("group1_stream_3_binlog.000003:157");
        assertThat(plan(write, SubscriberSpec.DEFAULT).streams()).containsExactly(StreamSpec.at(write));
        List<StreamSpec> copies = StreamSpec.copies(2, write, start);
        assertThat(copies).extracting(StreamSpec::name).containsExactly("stream-1", "stream-2");
        assertThat(plan(write, SubscriberSpec.DEFAULT.streams(copies)).streams())
                .isEqualTo(copies);
        assertThat(copies.get(0).logName()).isEqualTo("group1_stream_3");
        assertThat(StreamSpec.at(write).logName()).isEmpty();
        assertRejected(
                "streamName",
                () -> SubscriberSpec.DEFAULT.streams(List.of(StreamSpec.at(write), StreamSpec.at(write))));
        assertRejected("streamName", () -> new StreamSpec("a b", write, start));
        assertRejected("streams", () -> StreamSpec.copies(0, write, start));
    }

    @Test
    void followsWriteEndpointByDefault() {
        Endpoint write = Endpoint.of("jdbc:mysql://db", "root", "");
        Endpoint cdc = Endpoint.of("jdbc:mysql://cdc", "root", "");
        assertThat(plan(write, SubscriberSpec.DEFAULT).cdcEndpoint()).isEqualTo(write);
        assertThat(plan(write, SubscriberSpec.DEFAULT.at(cdc)).cdcEndpoint()).isEqualTo(cdc);
    }

    @Test
    void ignoresSameErrorsAsSysbench() {
        assertThat(Set.of(1213, 1020, 1205)).allMatch(LoadSpec.IgnoredErrors.DEFAULT::contains);
        assertThat(LoadSpec.IgnoredErrors.DEFAULT.contains(1062)).isFalse();
        assertThat(new LoadSpec.IgnoredErrors(true, Set.of()).contains(1062)).isTrue();
        Set<Integer> codes = new HashSet<>(Set.of(1));
        LoadSpec.IgnoredErrors ignoredErrors = new LoadSpec.IgnoredErrors(false, codes);
        codes.add(2);
        assertThat(ignoredErrors.contains(2)).isFalse();
    }

    private static Plan plan(Endpoint endpoint, SubscriberSpec subscriber) {
        return Plan.of(endpoint, Window.DEFAULT, List.of(NamedLoad.of(Sysbench.oltpInsert(), LoadSpec.closedLoop(1))))
                .subscriber(subscriber);
    }

    private static void assertRejected(String property, ThrowingCallable creation) {
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(creation)
                .satisfies(exception -> {
                    assertThat(exception.property()).isEqualTo(property);
                    assertThat(exception.getMessage())
                            .startsWith(property + ": ")
                            .contains(", must be ");
                });
    }
}
