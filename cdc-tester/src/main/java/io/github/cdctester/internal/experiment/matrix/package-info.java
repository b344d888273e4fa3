// SPDX-License-Identifier: Apache-2.0
/** Runs the cells of a matrix in random order and compares them with a baseline. */
@NullMarked
package io.github.cdctester.internal.experiment.matrix;

import org.jspecify.annotations.NullMarked;
