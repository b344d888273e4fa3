// SPDX-License-Identifier: Apache-2.0
/** Injects the faults of a schedule during a run, and ends all of them before the run ends. */
@NullMarked
package io.github.cdctester.internal.inject;

import org.jspecify.annotations.NullMarked;
