// SPDX-License-Identifier: Apache-2.0
/** Random values of workloads: row numbers in sysbench's distributions, characters, and choices by weight. */
@NullMarked
package io.github.cdctester.internal.workload.random;

import org.jspecify.annotations.NullMarked;
