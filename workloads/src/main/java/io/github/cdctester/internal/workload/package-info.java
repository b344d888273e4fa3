// SPDX-License-Identifier: Apache-2.0
/** Common parts of workload families: options, creation and filling of tables, work shared by threads, and statements. */
@NullMarked
package io.github.cdctester.internal.workload;

import org.jspecify.annotations.NullMarked;
