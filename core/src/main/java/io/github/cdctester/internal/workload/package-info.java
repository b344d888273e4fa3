// SPDX-License-Identifier: Apache-2.0
/** What the families of workloads have in common: tables that are made all or none, work that threads share, statements. */
@NullMarked
package io.github.cdctester.internal.workload;

import org.jspecify.annotations.NullMarked;
