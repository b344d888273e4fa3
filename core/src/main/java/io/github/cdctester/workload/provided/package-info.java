// SPDX-License-Identifier: Apache-2.0
/** Workloads of providers that are not ours: how they are found, and what keeps their faults from becoming puzzles. */
@NullMarked
package io.github.cdctester.workload.provided;

import org.jspecify.annotations.NullMarked;
