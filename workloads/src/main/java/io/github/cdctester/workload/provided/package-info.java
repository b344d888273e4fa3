// SPDX-License-Identifier: Apache-2.0
/** Workloads from third-party providers. */
@NullMarked
package io.github.cdctester.workload.provided;

import org.jspecify.annotations.NullMarked;
