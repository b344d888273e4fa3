// SPDX-License-Identifier: Apache-2.0
/** The outcome of a run: its verdict, its notes, its result. */
@NullMarked
package io.github.cdctester.internal.run.outcome;

import org.jspecify.annotations.NullMarked;
