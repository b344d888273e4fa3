// SPDX-License-Identifier: Apache-2.0
/** Faults of the consumers that a run starts. */
@NullMarked
package io.github.cdctester.internal.run.fault;

import org.jspecify.annotations.NullMarked;
