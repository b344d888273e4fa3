// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config.fault;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.fault.Fault.FaultKind;
import io.github.cdctester.config.fault.FaultSchedule.Moment;
import io.github.cdctester.failure.InvalidPlanException;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FaultScheduleTest {

    private static final List<FaultKind> ALL_KINDS = Arrays.asList(FaultKind.values());

    @Test
    void readsEachFault() {
        FaultSchedule schedule = FaultSchedule.parse("at 20s: cut 2s; at 10s:kill-dump ;AT 1.5m: throttle 1MB/s 500ms;"
                + "at 30s: stall 1s; at 40s: purge confirmed; at 41s: kill-9; at 42s: rotate; at 43s: kill-dumps;"
                + " at 44s: restart; at 45s: purge; random seed -42 every 5s");
        assertThat(schedule)
                .isEqualTo(new FaultSchedule(
                        FaultSchedule.at(ofSeconds(10), Fault.of(FaultKind.KILL_DUMP))
                                .and(ofSeconds(20), Fault.cut(ofSeconds(2)))
                                .and(ofSeconds(30), Fault.stall(ofSeconds(1)))
                                .and(ofSeconds(40), Fault.confirmedPurge())
                                .and(ofSeconds(41), Fault.of(FaultKind.KILL_9))
                                .and(ofSeconds(42), Fault.of(FaultKind.ROTATE))
                                .and(ofSeconds(43), Fault.of(FaultKind.KILL_DUMPS))
                                .and(ofSeconds(44), Fault.of(FaultKind.RESTART))
                                .and(ofSeconds(45), Fault.of(FaultKind.PURGE))
                                .and(ofSeconds(90), Fault.throttle(1_000_000, ofMillis(500)))
                                .moments(),
                        FaultSchedule.random(-42, ofSeconds(5)).chance()));
        assertThat(FaultSchedule.parse(schedule.toString())).isEqualTo(schedule);
    }

    @Test
    void readsFaultsOfConsumers() {
        FaultSchedule schedule =
                FaultSchedule.parse("at 1s: kill a; at 2s: start a; at 3s: pause a 2s; at 3s: stop b 500ms;"
                        + " at 4s: cut a 1s; at 4s: cut 1s; at 6s: restart a; at 7s: throttle b 20kB/s 1s; at 9s: delay a 50ms 2s;"
                        + " at 9s: delay 1ms 2s; at 9s: stall 2s 2s");
        assertThat(schedule.faults())
                .containsExactly(
                        Fault.of(FaultKind.KILL, "a"),
                        Fault.of(FaultKind.START, "a"),
                        Fault.of(FaultKind.PAUSE, "a", ofSeconds(2)),
                        Fault.of(FaultKind.STOP, "b", ofMillis(500)),
                        Fault.cut(ofSeconds(1)).onConsumer("a"),
                        Fault.cut(ofSeconds(1)),
                        Fault.of(FaultKind.RESTART, "a"),
                        Fault.throttle(20_000, ofSeconds(1)).onConsumer("b"),
                        Fault.delay(ofMillis(50), ofSeconds(2)).onConsumer("a"),
                        Fault.delay(ofMillis(1), ofSeconds(2)),
                        Fault.stall(ofSeconds(2)).onConsumer("2s"));
        assertThat(FaultSchedule.parse(schedule.toString())).isEqualTo(schedule);
    }

    @Test
    void restartOfConsumerDoesNotEndServer() {
        assertThat(Fault.parse("restart a").endsServer()).isFalse();
        assertThat(Fault.parse("restart").endsServer()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "500B/s, 500",
        "1kB/s, 1000",
        "1KiB/s, 1024",
        "1.5MB/s, 1500000",
        "2MiB/s, 2097152",
        "12GB/s, 12000000000"
    })
    void readsThroughputLimits(String text, long bytesPerSecond) {
        Fault fault = Fault.parse("throttle " + text + " 1s");
        assertThat(fault.bytesPerSecond()).isEqualTo(bytesPerSecond);
        assertThat(Fault.parse(fault.toString())).isEqualTo(fault);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "at 10s: explode               | one of the faults 'kill-dump', 'kill-dumps', 'cut 2s'",
                "at 10s: cut                   | of the form 'cut 2s'",
                "at 10s: cut 2                 | a time such as 500ms",
                "at 10s: cut 0s                | given a length from 10ms to 24h, such as 'cut 2s'",
                "at 10s: kill-dump 2s          | of the form 'kill-dump'",
                "at 10s: throttle 5s           | of the form 'throttle 1MB/s 5s'",
                "at 10s: throttle 1MB 5s       | a limit such as 500kB/s",
                "at soon: rotate               | a time such as 500ms",
                "at 10s rotate                 | faults such as 'at 10s: kill-dump",
                "at 10s: rotate;               | inject: empty, must be faults such as",
                "random seed x every 5s        | given a seed of up to 18 digits",
                "random seed 1 every 500ms     | every 1s or less often",
                "random seed 1 every 5s; random seed 2 every 5s | one 'random seed",
                "at 10s: cut 2s; at 11s: stall 1s    | 'at 10s: cut 2s' and 'at 11s: stall 1s', must be one after",
                "at 10s: kill                  | of the form 'kill CONSUMER' or 'kill CONSUMER 5s'",
                "at 10s: kill a 5              | a time such as 500ms",
                "at 10s: kill a 1ms            | given a length from 10ms to 24h, such as 'kill CONSUMER 5s'",
                "at 10s: kill a b 5s           | of the form 'kill CONSUMER'",
                "at 10s: start a 5s            | of the form 'start CONSUMER'",
                "at 10s: restart a 5s          | of the form 'restart' or 'restart CONSUMER'",
                "at 10s: rotate a              | of the form 'rotate'",
                "at 10s: delay 5s              | of the form 'delay 50ms 5s' or 'delay CONSUMER 50ms 5s'",
                "at 10s: delay 2m 5s           | given a latency only for delay, above 0 and up to 1m",
                "at 10s: kill a 5s; at 14s: pause a 1s | one after the end of the other: a consumer has one fault at a time",
                "at 10s: kill a 5s; at 11s: start a    | one after the end of the other: a consumer has one fault at a time",
                "at 10s: cut a 5s; at 14s: stall a 1s  | one after the end of the other: the network has one fault at a time",
                "at 10s: restart; at 10s: kill-dump  | at different times: the server is ended then",
            })
    void rejectsInvalidFaultAndNamesValidForm(String text, String message) {
        assertThatThrownBy(() -> FaultSchedule.parse(text))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageStartingWith("inject: ")
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"at 30s: rotate", "at 29s: cut 2s"})
    void rejectsFaultsNotWithinMeasuredPart(String text) {
        FaultSchedule schedule = FaultSchedule.parse(text);
        assertThatThrownBy(() -> schedule.expanded(ofSeconds(30), ALL_KINDS))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining(text)
                .hasMessageContaining("lasts 30s");
        assertThat(schedule.expanded(ZERO, ALL_KINDS)).hasSize(1);
    }

    @Test
    void sameSeedGivesSameFaults() {
        Duration length = ofSeconds(600);
        List<Moment> faults = FaultSchedule.random(42, ofSeconds(5)).expanded(length, ALL_KINDS);
        assertThat(faults).hasSizeBetween(110, 119);
        assertThat(FaultSchedule.parse("random seed 42 every 5s").expanded(length, ALL_KINDS))
                .isEqualTo(faults);
        assertThat(FaultSchedule.random(43, ofSeconds(5)).expanded(length, ALL_KINDS))
                .isNotEqualTo(faults);
        assertThat(kinds(faults))
                .isEqualTo(EnumSet.complementOf(
                        EnumSet.of(FaultKind.DELAY, FaultKind.STOP, FaultKind.KILL, FaultKind.PAUSE, FaultKind.START)));
    }

    @Test
    void longerRunStartsWithFaultsOfShorterRun() {
        FaultSchedule schedule = FaultSchedule.random(7, ofSeconds(2));
        List<Moment> shorterRun = schedule.expanded(ofSeconds(100), ALL_KINDS);
        List<Moment> longerRun = schedule.expanded(ofSeconds(200), ALL_KINDS);
        // the last fault may differ, because a longer fault did not fit into the shorter run
        assertThat(longerRun)
                .startsWith(shorterRun.subList(0, shorterRun.size() - 1).toArray(Moment[]::new));
    }

    @Test
    void choosesPossibleFaultsOutsideScheduledFaults() {
        FaultSchedule schedule = FaultSchedule.parse("at 9s: stall 40s; random seed 1 every 5s");
        Set<FaultKind> possibleKinds = EnumSet.of(FaultKind.CUT, FaultKind.STALL, FaultKind.ROTATE);
        List<Moment> faults = schedule.expanded(ofSeconds(120), possibleKinds);
        assertThat(kinds(faults)).isEqualTo(possibleKinds);
        assertThat(faults)
                .filteredOn(moment ->
                        moment.fault().kind().isNetworkFault() && !moment.at().equals(ofSeconds(9)))
                .isNotEmpty()
                .allMatch(moment -> moment.at().compareTo(ofSeconds(49)) >= 0
                        || moment.end().compareTo(ofSeconds(9)) <= 0);
        assertThat(faults).allMatch(moment -> moment.end().compareTo(ofSeconds(120)) <= 0);
    }

    @Test
    void rejectsRandomFaultsIfNoneIsPossible() {
        assertThatThrownBy(() -> FaultSchedule.random(1, ofSeconds(5)).expanded(ofSeconds(60), List.of()))
                .hasMessageContaining("no fault is possible here");
    }

    private static Set<FaultKind> kinds(List<Moment> faults) {
        Set<FaultKind> kinds = new HashSet<>();
        faults.forEach(moment -> kinds.add(moment.fault().kind()));
        return kinds;
    }
}
