// SPDX-License-Identifier: Apache-2.0
/**
 * The matrix experiment, which varies server settings, threads or rates, and workloads. Each combination of values is a cell. The
 * cells run in random order and are compared with a baseline.
 */
@NullMarked
package io.github.cdctester.internal.experiment.matrix;

import org.jspecify.annotations.NullMarked;
