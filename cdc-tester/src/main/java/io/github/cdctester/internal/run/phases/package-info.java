// SPDX-License-Identifier: Apache-2.0
/** The phases of a run: what follows what, and what it waits for. */
@NullMarked
package io.github.cdctester.internal.run.phases;

import org.jspecify.annotations.NullMarked;
