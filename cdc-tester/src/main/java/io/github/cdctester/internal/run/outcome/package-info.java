// SPDX-License-Identifier: Apache-2.0
/** What becomes of a run: its verdict, its notes, its result. */
@NullMarked
package io.github.cdctester.internal.run.outcome;

import org.jspecify.annotations.NullMarked;
