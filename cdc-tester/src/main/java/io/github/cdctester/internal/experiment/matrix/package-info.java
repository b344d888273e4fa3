// SPDX-License-Identifier: Apache-2.0
/**
 * The matrix: settings of the server, threads or rates, and workloads. Each combination is a cell. The cells run in random order
 * and are compared with a baseline.
 */
@NullMarked
package io.github.cdctester.internal.experiment.matrix;

import org.jspecify.annotations.NullMarked;
