// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.search;

import io.github.cdctester.result.FindMaxResult.Status;
import org.jspecify.annotations.Nullable;

/**
 * What a search has found up to now.
 *
 * @param status whether that is an answer
 * @param rate the highest rate that held as often as it has to, below all that failed; where none did, the highest that held, which is
 *     no answer; {@code null} where none held
 * @param held trials of it that held
 * @param failed trials of it that did not
 * @param confirmed whether it held as often as it has to
 * @param lowestFailed the lowest rate that failed, where nothing is confirmed also in a confirmation; {@code null} where none did
 * @param resolution how far that is above the rate, as a share; {@code null} where one of them is missing
 */
public record SearchAnswer(
        Status status,
        @Nullable Double rate,
        int held,
        int failed,
        boolean confirmed,
        @Nullable Double lowestFailed,
        @Nullable Double resolution) {}
