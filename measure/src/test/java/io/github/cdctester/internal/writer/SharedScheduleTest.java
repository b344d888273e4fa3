// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.LoadSpec.Arrivals;
import io.github.cdctester.config.Rate;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedScheduleTest {

    private static final long ORIGIN = 7_000_000_000_123L;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7})
    void executesEachStartOnceOnTime(int machineCount) {
        Rate ramp = Rate.ramp(0, 1_000, Duration.ofSeconds(10));
        Pacer singleMachine = pacer(ramp, Arrivals.CONSTANT, LoadShare.ALL);
        int startsPerMachine = 200;
        TreeSet<Long> starts = new TreeSet<>();
        for (Pacer pacer : pacers(ramp, Arrivals.CONSTANT, machineCount)) {
            for (int i = 0; i < startsPerMachine; i++) {
                assertThat(starts.add(pacer.intendedStartNanos(pacer.nextPosition())))
                        .isTrue();
            }
        }
        assertThat(starts)
                .containsExactlyElementsOf(LongStream.range(0, (long) machineCount * startsPerMachine)
                        .mapToObj(singleMachine::intendedStartNanos)
                        .toList());
    }

    @Test
    void startsOfMachineAreOneCycleApart() {
        List<Pacer> pacers = pacers(Rate.perSecond(1_000), Arrivals.CONSTANT, 3);
        Pacer secondMachine = pacers.get(1);
        assertThat(secondMachine.intendedStartNanos(secondMachine.nextPosition()))
                .isEqualTo(ORIGIN + 1_000_000);
        assertThat(secondMachine.intendedStartNanos(secondMachine.nextPosition()))
                .isEqualTo(ORIGIN + 4_000_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7})
    void countsEqualSingleMachine(int machineCount) {
        SplittableRandom random = new SplittableRandom(machineCount);
        for (int i = 0; i < 500; i++) {
            Rate rate = Rate.perSecond(random.nextDouble(0.5, 100_000));
            Pacer singleMachine = pacer(rate, Arrivals.CONSTANT, LoadShare.ALL);
            List<Pacer> pacers = pacers(rate, Arrivals.CONSTANT, machineCount);
            long moment = ORIGIN + random.nextLong(10_000_000_000L);
            assertThat(pacers.stream()
                            .mapToLong(pacer -> pacer.scheduledBefore(moment, 0))
                            .sum())
                    .isEqualTo(singleMachine.scheduledBefore(moment, 0));
            assertThat(pacers.stream()
                            .mapToLong(pacer ->
                                    pacer.waitingStarts(moment, new double[0]).count())
                            .sum())
                    .isEqualTo(
                            singleMachine.waitingStarts(moment, new double[0]).count());
        }
    }

    @Test
    void countsEqualSingleMachineAtExactStart() {
        Rate rate = Rate.perSecond(1_000);
        Pacer singleMachine = pacer(rate, Arrivals.CONSTANT, LoadShare.ALL);
        for (int starts = 0; starts < 3_000; starts++) {
            long moment = ORIGIN + starts * 1_000_000L;
            long sum = 0;
            for (Pacer pacer : pacers(rate, Arrivals.CONSTANT, 3)) {
                sum += pacer.scheduledBefore(moment, 0);
            }
            assertThat(sum).isEqualTo(singleMachine.scheduledBefore(moment, 0));
        }
    }

    @Test
    void waitingTimesEqualSingleMachine() {
        Rate rate = Rate.perSecond(1_000);
        long moment = ORIGIN + 10_500_000; // 11 starts are due
        List<Long> waitNanos = pacers(rate, Arrivals.CONSTANT, 3).stream()
                .map(pacer -> pacer.waitingStarts(moment, new double[0]))
                .flatMap(waiting -> LongStream.range(0, waiting.count())
                        .mapToObj(start -> waiting.nanos().applyAsLong(start)))
                .sorted()
                .toList();
        assertThat(waitNanos)
                .containsExactlyElementsOf(LongStream.rangeClosed(0, 10)
                        .mapToObj(i -> 500_000 + i * 1_000_000)
                        .toList());
    }

    @Test
    void waitingStartsIncludeUnfinishedStarts() {
        Pacer secondMachine =
                pacers(Rate.perSecond(1_000), Arrivals.CONSTANT, 3).get(1);
        // a worker has taken the start at 1 ms, but not the starts at 4, 7 and 10 ms
        double takenPosition = secondMachine.nextPosition();
        WaitingStarts waiting = secondMachine.waitingStarts(ORIGIN + 10_500_000, new double[] {takenPosition});
        assertThat(waiting.count()).isEqualTo(4);
        assertThat(waiting.nanos().applyAsLong(0)).isEqualTo(9_500_000);
        assertThat(waiting.nanos().applyAsLong(1)).isEqualTo(6_500_000);
        assertThat(waiting.nanos().applyAsLong(3)).isEqualTo(500_000);
    }

    @Test
    void sumOfPoissonArrivalsHasTotalRate() {
        int machineCount = 4;
        int startsPerMachine = 50_000;
        List<Pacer> pacers = pacers(Rate.perSecond(1_000), Arrivals.POISSON, machineCount);
        long moment = ORIGIN + 10_000_000_000L;
        long dueStartsOfAllMachines = 0;
        for (Pacer pacer : pacers) {
            long last = ORIGIN;
            long dueCount = 0;
            for (int i = 0; i < startsPerMachine; i++) {
                last = pacer.intendedStartNanos(pacer.nextPosition());
                dueCount += last < moment ? 1 : 0;
            }
            // on average, each machine has one start per four milliseconds; the tolerance is ten standard errors
            assertThat((last - ORIGIN) / 1e6 / startsPerMachine / machineCount)
                    .isCloseTo(1, within(10 / Math.sqrt(startsPerMachine)));
            dueStartsOfAllMachines += dueCount;
            assertThat(pacer.scheduledBefore(moment, startsPerMachine - dueCount))
                    .isEqualTo(dueCount);
        }
        assertThat(dueStartsOfAllMachines / 10_000.0).isCloseTo(1, within(0.1)); // ten standard errors
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void countsFreePoissonArrivalsLikeSingleMachine(int machineCount) {
        List<Pacer> pacers = pacers(Rate.perSecond(1_000), Arrivals.POISSON, machineCount);
        long moment = ORIGIN + 8_000_000_000L;
        assertThat(pacers).allSatisfy(pacer -> {
            assertThat(pacer.scheduledBefore(moment, 0)).isEqualTo(8_000 / machineCount);
            assertThat(pacer.waitingStarts(moment, new double[0]).count()).isEqualTo(8_000 / machineCount);
        });
    }

    @Test
    void endsAtSameTimeOnAllMachines() {
        long end = ORIGIN + 9_000_000; // starts 0 to 8
        List<Pacer> pacers = pacers(Rate.perSecond(1_000), Arrivals.CONSTANT, 2);
        pacers.forEach(pacer -> pacer.endAt(end));
        long count = 0;
        for (Pacer pacer : pacers) {
            while (!pacer.isPastEnd(pacer.intendedStartNanos(pacer.nextPosition()))) {
                count++;
            }
            assertThat(pacer.withinSchedule(end + 5)).isEqualTo(end);
        }
        assertThat(count).isEqualTo(9);
    }

    private static List<Pacer> pacers(Rate rate, Arrivals arrivals, int machineCount) {
        return IntStream.range(0, machineCount)
                .mapToObj(index -> pacer(rate, arrivals, new LoadShare(index, machineCount)))
                .toList();
    }

    private static Pacer pacer(Rate rate, Arrivals arrivals, LoadShare share) {
        Pacer pacer = new Pacer(LoadSpec.openLoop(1, rate, arrivals), share);
        pacer.start(ORIGIN);
        return pacer;
    }
}
