// SPDX-License-Identifier: Apache-2.0
/** The streams of a run: their servers, their start and goal in the log, and their progress. */
@NullMarked
package io.github.cdctester.internal.run.stream;

import org.jspecify.annotations.NullMarked;
