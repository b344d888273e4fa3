// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.failure.NotRemovedException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.run.heartbeat.HeartbeatTableRemainsException;
import io.github.cdctester.internal.run.load.TablePolicy;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial.Settling;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.run.RunInterruptedException;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests how a wait for an idle stream reports failures of its run. The run is simulated. */
final class QuiescenceWaitTest {

    private static final RunResult RESULT = TrialResults.with(TrialResults.steadyRun(), second -> 2.0, second -> null);

    private final NotRemovedException notRemoved =
            new NotRemovedException(new HeartbeatTableRemainsException("the heartbeat table", null));
    private final List<NotRemovedException> reported = new ArrayList<>();

    @Test
    void reportsRemainingTableOfIdleStream() {
        notRemoved.addSuppressed(new RunInterruptedException(new RunFailedException(notRemoved.getMessage()), RESULT));
        Settling settling = settle(3, notRemoved);
        assertThat(settling.settled()).isTrue();
        assertThat(settling.delayMillis()).isEqualTo(2);
        assertThat(reported).containsExactly(notRemoved);
    }

    @Test
    void remainingTableIsNotReasonOfTimeout() {
        Settling settling = settle(2, notRemoved);
        assertThat(settling.settled()).isFalse();
        assertThat(settling.reason()).isEqualTo("heartbeats did not arrive");
        assertThat(reported).containsExactly(notRemoved);
    }

    @Test
    void reportsTableOfFailedRun() {
        RunFailedException failure = new RunFailedException("the server is gone");
        failure.addSuppressed(notRemoved);
        Settling settling = settle(0, new RunInterruptedException(failure, RESULT));
        assertThat(settling.settled()).isFalse();
        assertThat(settling.reason()).isEqualTo("the server is gone");
        assertThat(reported).containsExactly(notRemoved);
    }

    /** Waits in a run that shows some seconds of an idle stream, and then fails. */
    private Settling settle(int seconds, RuntimeException failure) {
        RunSettings settings = RunSettings.of(
                RunResults.plan(Sysbench.oltpInsert(), LoadSpec.closedLoop(1)),
                new TablePolicy(true, true, false, false),
                new RunListener() {},
                new StopSignal());
        return new QuiescenceWait(settings, Duration.ofSeconds(5), run -> {
                    RESULT.samples().stream()
                            .filter(row -> row.phase() == SampleRow.RunPart.MEASURE)
                            .limit(seconds)
                            .forEach(run.listener()::sample);
                    throw failure;
                })
                .settle(reported::add);
    }
}
