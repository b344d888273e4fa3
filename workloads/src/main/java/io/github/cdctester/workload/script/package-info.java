// SPDX-License-Identifier: Apache-2.0
/** Workloads that users write in YAML. */
@NullMarked
package io.github.cdctester.workload.script;

import org.jspecify.annotations.NullMarked;
