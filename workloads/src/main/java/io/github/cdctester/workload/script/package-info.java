// SPDX-License-Identifier: Apache-2.0
/**
 * Workloads that users write in YAML. A file is read once into a {@link io.github.cdctester.workload.script.Script}, whose
 * parts are immutable; each session makes runs of it, which hold its prepared statements and its present values.
 */
@NullMarked
package io.github.cdctester.workload.script;

import org.jspecify.annotations.NullMarked;
