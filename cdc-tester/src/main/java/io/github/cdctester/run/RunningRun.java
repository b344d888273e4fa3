// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.run;

import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SampleRow;
import java.time.Duration;
import java.util.Optional;

/**
 * A run in its own thread, {@code cdc-tester-run}, until its window is over or it is stopped. The caller that started it must close
 * it. Safe for use by several threads.
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
     * Waits for the end with a limit, which includes connecting, preparing, the drain and cleaning up.
     *
     * @param atMost the limit; if it is not positive, the run must have ended
     * @return the result
     * @throws RunOverdueException if it takes longer. Before that, the run is stopped and closed, and its objects are removed
     * @throws RunInterruptedException as {@link #await()} does
     * @throws io.github.cdctester.failure.RunFailedException as {@link #await()} does
     */
    RunResult await(Duration atMost);

    /**
     * Raises the plan's stop signal, and returns at once. The run then ends in order, drains for at most 5 s, and {@link #await()}
     * returns a result marked as interrupted; without measurements it fails.
     */
    void stop();

    /** {@return true if it has ended: everything of it is closed then} */
    boolean hasEnded();

    /** {@return the last second that was measured; empty before the first has passed} */
    Optional<SampleRow> lastSample();

    /**
     * Stops a running run, and returns when all of it is closed. With an interrupted caller it ends without a drain, and the
     * caller's interrupt status is restored.
     *
     * @throws RuntimeException the run's failure, if it was not reported yet and is not a stop before the first measurement
     */
    @Override
    void close();
}
