// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.run;

import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.sample.SampleRow;
import java.time.Duration;
import java.util.Optional;

/**
 * A run in its own thread, {@code cdc-tester-run}. The run ends after its window, or if it is stopped. The caller that started
 * the run must close it. Thread-safe.
 */
public interface RunningRun extends AutoCloseable {

    /**
     * Waits for the end without a time limit.
     *
     * @return the result that {@code PlanBuilder.run()} would return; each call returns the same object
     * @throws RunInterruptedException if the run failed while it was measuring. An interrupt of the calling thread also ends the
     *     run; the interrupt status remains set
     * @throws io.github.cdctester.failure.NotRemovedException if only the clean-up failed; {@link
     *     RunInterruptedException#resultOf} returns the complete result
     * @throws io.github.cdctester.failure.RunFailedException if the run failed before it measured
     * @throws IllegalStateException if a thread of the run calls this method, such as its listener or workload
     */
    RunResult await();

    /**
     * Waits for the end with a time limit, which includes connecting, preparation, drain and clean-up.
     *
     * @param timeout the time limit; zero or negative if the run must have ended already
     * @return the result
     * @throws RunOverdueException if the time limit is exceeded; the run is then stopped and closed
     * @throws RunInterruptedException for the reasons listed at {@link #await()}
     * @throws io.github.cdctester.failure.NotRemovedException if only the clean-up failed
     * @throws io.github.cdctester.failure.RunFailedException for the reasons listed at {@link #await()}
     * @throws IllegalStateException if a thread of the run calls this method, such as its listener or workload
     */
    RunResult await(Duration timeout);

    /**
     * Raises the plan's stop signal, and returns at once. The run then drains for at most 5 s and cleans up. {@link #await()}
     * returns a result marked as interrupted, or throws if nothing was measured.
     */
    void stop();

    /** {@return true if the run has ended and all its resources are closed} */
    boolean hasEnded();

    /** {@return the latest sample; empty before the first sample} */
    Optional<SampleRow> lastSample();

    /**
     * Stops the run, and returns after all its resources are closed. If the calling thread is interrupted, the run ends without a
     * drain, and the interrupt status is restored. In a thread of the run, such as its listener or workload, this method only
     * requests the stop, like {@link #stop()}.
     *
     * @throws RuntimeException the run's failure, unless it was already reported, or the run was only stopped before its first
     *     measurement
     */
    @Override
    void close();
}
