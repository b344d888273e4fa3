// SPDX-License-Identifier: Apache-2.0
/** The common parts of workload families: tables that are made all or none, work that threads share, statements. */
@NullMarked
package io.github.cdctester.internal.workload;

import org.jspecify.annotations.NullMarked;
