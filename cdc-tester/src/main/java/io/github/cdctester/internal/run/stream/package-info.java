// SPDX-License-Identifier: Apache-2.0
/** The streams of a run: their servers, if they begin and end, and how far they are. */
@NullMarked
package io.github.cdctester.internal.run.stream;

import org.jspecify.annotations.NullMarked;
