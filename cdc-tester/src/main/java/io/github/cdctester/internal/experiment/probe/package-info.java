// SPDX-License-Identifier: Apache-2.0
/** Reads numbers during a run, each probe in its own thread and at its own interval. */
@NullMarked
package io.github.cdctester.internal.experiment.probe;

import org.jspecify.annotations.NullMarked;
