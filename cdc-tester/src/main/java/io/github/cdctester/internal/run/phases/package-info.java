// SPDX-License-Identifier: Apache-2.0
/** The phases of a run's measured part: they write, pile up a backlog, observe or wait. */
@NullMarked
package io.github.cdctester.internal.run.phases;

import org.jspecify.annotations.NullMarked;
