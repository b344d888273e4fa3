// SPDX-License-Identifier: Apache-2.0
/** Experiments: series of runs, and the rows of their results. */
@NullMarked
package io.github.cdctester.internal.experiment;

import org.jspecify.annotations.NullMarked;
