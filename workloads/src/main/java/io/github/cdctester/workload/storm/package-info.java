// SPDX-License-Identifier: Apache-2.0
/**
 * A storm: schema changes between changes of rows, over many tables, determined by a seed. {@code StormTable} generates the
 * sequence of steps of a table. {@code StormTables} assigns each worker a table that no other worker uses.
 */
@NullMarked
package io.github.cdctester.workload.storm;

import org.jspecify.annotations.NullMarked;
