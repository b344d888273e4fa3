// SPDX-License-Identifier: Apache-2.0
/**
 * Workloads that users write in YAML. A file is read once into an immutable {@link io.github.cdctester.workload.script.Script}.
 * Each session creates executable steps from it, which contain its prepared statements and current values.
 */
@NullMarked
package io.github.cdctester.workload.script;

import org.jspecify.annotations.NullMarked;
