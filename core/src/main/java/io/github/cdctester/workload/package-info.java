// SPDX-License-Identifier: Apache-2.0
/**
 * Load: a {@link io.github.cdctester.workload.Workload} makes its tables, runs transactions on connections
 * that it is handed, and drops its tables again. One sub-package a family.
 */
@NullMarked
package io.github.cdctester.workload;

import org.jspecify.annotations.NullMarked;
