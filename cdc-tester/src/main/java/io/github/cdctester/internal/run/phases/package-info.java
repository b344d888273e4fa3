// SPDX-License-Identifier: Apache-2.0
/** The phases of a run's measured part: loads, backlogs, observations and waits. */
@NullMarked
package io.github.cdctester.internal.run.phases;

import org.jspecify.annotations.NullMarked;
