// SPDX-License-Identifier: Apache-2.0
/** Breaks things on purpose while a run goes on: what a schedule says, at its times, and puts all of it right again. */
@NullMarked
package io.github.cdctester.internal.inject;

import org.jspecify.annotations.NullMarked;
