// SPDX-License-Identifier: Apache-2.0
/** Positions in a log: file and 64-bit offset. */
@NullMarked
package io.github.cdctester.internal.binlog.position;

import org.jspecify.annotations.NullMarked;
