// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.internal.run.stream.Goal;
import io.github.cdctester.internal.run.stream.LogProgress;
import io.github.cdctester.internal.run.stream.RunStream;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import java.time.Duration;
import java.util.List;

/** The streams reach their goal after {@link FakeRun#goalDelay}. */
final class FakeStream implements RunStream {

    private final FakeRun run;

    FakeStream(FakeRun run) {
        this.run = run;
    }

    @Override
    public void openWindow(RunListener runListener, StopSignal stopSignal) throws InterruptedException {
        run.recordCall("stream opens");
        run.clock.await(stopSignal, run.openingTime.toNanos());
    }

    @Override
    public void limitTimeout(Duration timeout, StopSignal signal) {
        run.recordCall("limit timeout");
    }

    @Override
    public Goal goal(Duration timeout) {
        run.recordCall("goal");
        long reachedNanos = run.clock.nanoTime() + run.goalDelay.toNanos();
        return new Goal() {
            @Override
            public boolean isReached() {
                return run.clock.nanoTime() >= reachedNanos;
            }

            @Override
            public long bytesLeft() {
                return Goal.UNKNOWN;
            }

            @Override
            public List<String> streamsBehind() {
                return List.of("stream");
            }
        };
    }

    @Override
    public void pauseReading() {
        run.recordCall("reading pauses");
        run.log.setReading(false);
    }

    @Override
    public void resumeReading() {
        run.recordCall("reading resumes");
        run.log.setReading(true);
    }

    @Override
    public void renew() {
        run.onRenew.run();
    }

    @Override
    public void setFrequentEndQueries(boolean isFrequent) {
        run.recordCall("frequent end queries " + (isFrequent ? "on" : "off"));
    }

    @Override
    public LogProgress progress() {
        return run.log.progress();
    }

    @Override
    public void failIfBroken() {
        Throwable failure = run.failures.get("reader");
        if (failure != null) {
            throw FakeRun.<RuntimeException>unchecked(failure);
        }
    }

    @Override
    public void stopReading() {
        run.recordCall("reading stops");
    }

    /** The reader uses one processor completely. */
    @Override
    public double readerCpuSeconds() {
        return run.clock.millis() / 1_000.0;
    }

    @Override
    public long heartbeatReconnects() {
        return 0;
    }

    @Override
    public long probeReconnects() {
        return 0;
    }
}
