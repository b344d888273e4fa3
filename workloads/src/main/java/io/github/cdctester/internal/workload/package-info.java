// SPDX-License-Identifier: Apache-2.0
/** Code that all workload families share: options, creation and filling of tables, work divided among threads, and statements. */
@NullMarked
package io.github.cdctester.internal.workload;

import org.jspecify.annotations.NullMarked;
