// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.run;

import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SampleRow;
import java.time.Duration;
import java.util.Optional;

/**
 * A run that goes on in a thread of its own, {@code cdc-tester-run}, until its window is over or somebody ends it. Whoever started
 * it closes it. Safe for use by several threads.
 */
public interface RunningRun extends AutoCloseable {

    /**
     * Waits for the end, however long that takes.
     *
     * @return the result, as of {@code PlanBuilder.run()}; the same one each time
     * @throws RunInterruptedException if the run broke while it was measuring, or the calling thread was interrupted meanwhile: that
     *     ends the run, and leaves the thread's interrupt status set
     * @throws io.github.cdctester.failure.RunFailedException if the run could not begin
     */
    RunResult await();

    /**
     * Waits for the end, but not for ever: the time is the whole run's from now on, connecting, preparing, the drain and cleaning
     * up included.
     *
     * @param atMost how long; where it is not positive, the run must have ended
     * @return the result
     * @throws RunOverdueException if it takes longer. Before that is thrown, the run was stopped and closed, and what it
     *     made is removed
     * @throws RunInterruptedException as {@link #await()} does
     * @throws io.github.cdctester.failure.RunFailedException as {@link #await()} does
     */
    RunResult await(Duration atMost);

    /**
     * Raises the plan's stop signal, and returns at once. The run then ends in order, drains for at most 5 s, and {@link #await()}
     * returns a result that is marked as interrupted; where nothing is measured yet, it fails.
     */
    void stop();

    /** {@return true if it has ended: everything of it is closed then} */
    boolean hasEnded();

    /** {@return the last second that was measured; empty before the first has passed} */
    Optional<SampleRow> lastSample();

    /**
     * Stops the run if it goes on, and returns when all of it is closed. An interrupted caller makes it end without a drain, and
     * has its interrupt status back.
     *
     * @throws RuntimeException what the run failed with, if nobody was told yet and it was not for being stopped before it measured
     */
    @Override
    void close();
}
