// SPDX-License-Identifier: Apache-2.0
/** Code that all workload families share. */
@NullMarked
package io.github.cdctester.internal.workload;

import org.jspecify.annotations.NullMarked;
