// SPDX-License-Identifier: Apache-2.0
/** The registry of workload families, and the selection of a workload by options. */
@NullMarked
package io.github.cdctester.internal.catalog;

import org.jspecify.annotations.NullMarked;
