// SPDX-License-Identifier: Apache-2.0
/** Injects the faults of a schedule during a run, at their times, and ends all of them. */
@NullMarked
package io.github.cdctester.internal.inject;

import org.jspecify.annotations.NullMarked;
