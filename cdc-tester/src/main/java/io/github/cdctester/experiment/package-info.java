// SPDX-License-Identifier: Apache-2.0
/** The axis of a sweep, its reaction to a failed run, and the listener of experiments. */
@NullMarked
package io.github.cdctester.experiment;

import org.jspecify.annotations.NullMarked;
