// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.search;

import io.github.cdctester.result.FindMaxResult.Purpose;

/**
 * A trial that is to be made.
 *
 * @param rate starts a second
 * @param purpose what it is for
 */
public record NextTrial(double rate, Purpose purpose) {}
