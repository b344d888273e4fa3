// SPDX-License-Identifier: Apache-2.0
/** Workloads of other people's providers: how they are found, and how their failures are reported. */
@NullMarked
package io.github.cdctester.workload.provided;

import org.jspecify.annotations.NullMarked;
