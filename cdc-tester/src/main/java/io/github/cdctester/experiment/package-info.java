// SPDX-License-Identifier: Apache-2.0
/**
 * Several runs that belong together. A {@link io.github.cdctester.experiment.Sweep} repeats one run over the values of an
 * axis; its rows are the results of these runs, unchanged.
 */
@NullMarked
package io.github.cdctester.experiment;

import org.jspecify.annotations.NullMarked;
