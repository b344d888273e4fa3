// SPDX-License-Identifier: Apache-2.0
/**
 * Workloads. A {@link io.github.cdctester.workload.Workload} creates its tables, runs transactions on given
 * connections, and drops its tables. Each family of workloads has a subpackage.
 */
@NullMarked
package io.github.cdctester.workload;

import org.jspecify.annotations.NullMarked;
