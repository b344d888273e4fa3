// SPDX-License-Identifier: Apache-2.0
/** A storm: schema changes between changes of rows, over many tables, determined by a seed. */
@NullMarked
package io.github.cdctester.workload.storm;

import org.jspecify.annotations.NullMarked;
