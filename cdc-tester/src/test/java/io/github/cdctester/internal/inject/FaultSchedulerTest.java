// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.inject;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.fault.Fault;
import io.github.cdctester.config.fault.Fault.FaultKind;
import io.github.cdctester.config.fault.FaultSchedule;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.result.RunResult.FaultMark;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Only the test advances the clock. */
class FaultSchedulerTest {

    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long START_NANOS = 5_000 * NANOS_PER_SECOND;

    private final List<String> actions = new ArrayList<>();
    private long nowNanos = START_NANOS;

    private final FaultActions recordingActions = new FaultActions() {
        @Override
        public String begin(Fault fault, double second) throws IOException {
            actions.add(currentSecond() + " " + fault);
            if (fault.kind() == FaultKind.ROTATE) {
                throw new IOException("no privilege");
            }
            if (fault.kind() == FaultKind.KILL_DUMP) {
                throw new RunFailedException("server gone");
            }
            if (fault.kind() == FaultKind.RESTART) {
                nowNanos += 4 * NANOS_PER_SECOND;
            }
            return "done";
        }

        @Override
        public void end(Fault fault) {
            if (fault.consumer().equals("gone")) {
                throw new RunFailedException("no such program");
            }
            actions.add(currentSecond() + " end " + fault);
        }
    };

    @Test
    void startsAndEndsEachFaultOnTime() {
        FaultScheduler scheduler =
                newScheduler("at 1s: kill-dumps; at 2s: cut 2s; at 3s: purge confirmed; at 4s: stall 1s");
        advanceTo(scheduler, 3);
        assertThat(actions).containsExactly("1 kill-dumps", "2 cut 2s", "3 purge confirmed");
        assertThat(scheduler.activeSinceLastCall()).isEqualTo(3); // two have ended, one is active
        assertThat(scheduler.activeSinceLastCall()).isEqualTo(1);
        advanceTo(scheduler, 10);
        assertThat(actions)
                .endsWith("4 end cut 2s", "4 stall 1s", "5 end stall 1s")
                .hasSize(6);
        assertThat(scheduler.nextNanos()).isEqualTo(FaultScheduler.NEVER);
        assertThat(scheduler.marks())
                .containsExactly(
                        new FaultMark(1, "kill-dumps", null, "done", 0.0, null),
                        new FaultMark(3, "purge confirmed", null, "done", 0.0, null),
                        new FaultMark(2, "cut 2s", null, "done", 2_000.0, null),
                        new FaultMark(4, "stall 1s", null, "done", 1_000.0, null));
        assertThat(scheduler.activeSinceLastCall()).isEqualTo(2);
        assertThat(scheduler.activeSinceLastCall()).isZero();
    }

    @Test
    void reportsFailedFaultAndContinues() {
        FaultScheduler scheduler = newScheduler("at 1s: rotate; at 2s: kill-dump; at 3s: cut 1s");
        advanceTo(scheduler, 9);
        assertThat(scheduler.marks())
                .containsExactly(
                        new FaultMark(1, "rotate", null, null, null, "no privilege"),
                        new FaultMark(2, "kill-dump", null, null, null, "server gone"),
                        new FaultMark(3, "cut 1s", null, "done", 1_000.0, null));
        assertThat(scheduler.marks().get(1).line()).isEqualTo("at 2.0 s: kill-dump: failed: server gone");
        assertThat(scheduler.marks().get(2).line()).isEqualTo("at 3.0 s: cut 1s: done (1000 ms)");
    }

    @Test
    void slowFaultDelaysNextFault() {
        FaultScheduler scheduler = newScheduler("at 1s: restart; at 2s: cut 1s");
        advanceTo(scheduler, 8);
        assertThat(actions).containsExactly("1 restart", "5 cut 1s", "6 end cut 1s");
        assertThat(scheduler.marks().get(0).millis()).isEqualTo(4_000.0);
        assertThat(scheduler.marks().get(1).second()).isEqualTo(5.0);
    }

    @Test
    void endUndoesActiveFaultsAndListsPendingFaults() {
        FaultScheduler scheduler = newScheduler("at 1s: stall 1h; at 2h: rotate");
        advanceTo(scheduler, 3);
        scheduler.end();
        assertThat(actions).containsExactly("1 stall 3600s", "3 end stall 3600s");
        assertThat(scheduler.marks())
                .containsExactly(
                        new FaultMark(1, "stall 3600s", null, "done", 2_000.0, null),
                        new FaultMark(7_200, "rotate", null, null, null, "the measured part ended before"));
        assertThat(scheduler.nextNanos()).isEqualTo(FaultScheduler.NEVER);
    }

    @Test
    void faultsOfDifferentTargetsOverlap() {
        FaultScheduler scheduler =
                newScheduler("at 1s: kill a 3s; at 2s: pause b 1s; at 2s: cut a 4s; at 3s: stall 1s");
        advanceTo(scheduler, 9);
        assertThat(actions)
                .containsExactly(
                        "1 kill a 3s",
                        "2 pause b 1s",
                        "2 cut a 4s",
                        "3 end pause b 1s",
                        "3 stall 1s",
                        "4 end kill a 3s",
                        "4 end stall 1s",
                        "6 end cut a 4s");
        assertThat(scheduler.marks()).extracting(FaultMark::consumer).containsExactly("b", "a", null, "a");
    }

    @Test
    void injectsRequestedFaultsAtOnceOrAfterActiveFault() {
        FaultScheduler scheduler = newScheduler("at 1s: kill a 3s; at 6s: rotate");
        advanceTo(scheduler, 2);
        scheduler.add(Fault.parse("pause a 1s"));
        scheduler.add(Fault.parse("kill-dumps"));
        advanceTo(scheduler, 9);
        assertThat(actions)
                .containsExactly(
                        "1 kill a 3s",
                        "4 end kill a 3s",
                        "4 pause a 1s",
                        "4 kill-dumps",
                        "5 end pause a 1s",
                        "6 rotate");
    }

    @Test
    void reportsFaultThatCannotBeUndone() {
        FaultScheduler scheduler = newScheduler("at 1s: kill gone 1s; at 3s: cut 1s");
        advanceTo(scheduler, 9);
        assertThat(scheduler.marks())
                .containsExactly(
                        new FaultMark(1, "kill gone 1s", "gone", null, null, "done, and not undone: no such program"),
                        new FaultMark(3, "cut 1s", null, "done", 1_000.0, null));
    }

    private FaultScheduler newScheduler(String schedule) {
        FaultScheduler scheduler = new FaultScheduler(
                FaultSchedule.parse(schedule).expanded(Duration.ZERO, Arrays.asList(FaultKind.values())),
                recordingActions,
                () -> nowNanos);
        scheduler.begin(START_NANOS);
        return scheduler;
    }

    private void advanceTo(FaultScheduler scheduler, int untilSecond) {
        while (true) {
            scheduler.advance();
            if (nowNanos >= START_NANOS + untilSecond * NANOS_PER_SECOND) {
                return;
            }
            nowNanos += NANOS_PER_SECOND / 2;
        }
    }

    private long currentSecond() {
        return (nowNanos - START_NANOS) / NANOS_PER_SECOND;
    }
}
