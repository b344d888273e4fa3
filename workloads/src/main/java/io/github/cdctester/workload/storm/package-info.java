// SPDX-License-Identifier: Apache-2.0
/**
 * A storm: changes of the schema between changes of rows, over many tables, by a seed. Each table has a sequence of steps of its own,
 * which its {@code StormTable} makes; {@code StormLanes} gives each worker a table that no other one is at.
 */
@NullMarked
package io.github.cdctester.workload.storm;

import org.jspecify.annotations.NullMarked;
