// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result of several trials, whatever they differ in. */
public sealed interface ExperimentResult permits SweepResult, FindMaxResult, MatrixResult {

    /**
     * The kind of experiment.
     *
     * @return such as {@value SweepResult#KIND}
     */
    String kind();

    /**
     * The beginning.
     *
     * @return when it began
     */
    Instant startedAt();

    /**
     * Whether somebody wanted it to end early.
     *
     * @return whether it was interrupted
     */
    boolean interrupted();

    /**
     * The failure outside of the trials.
     *
     * @return what went wrong, such as tables that could not be dropped; {@code null} where nothing did
     */
    @Nullable
    String failure();

    /**
     * The tables when they were new.
     *
     * @return consistency conditions after making the tables
     */
    List<Check> checks();

    /**
     * Whether a trial has failed or is missing, or something around them went wrong.
     *
     * @return whether it has, or the experiment was interrupted
     */
    boolean hasFailed();

    /**
     * Whether all that was asked for was held.
     *
     * @return whether it was, and each stream was whole
     */
    boolean isHeld();
}
