// SPDX-License-Identifier: Apache-2.0
/** Random values of workloads. */
@NullMarked
package io.github.cdctester.internal.workload.random;

import org.jspecify.annotations.NullMarked;
