// SPDX-License-Identifier: Apache-2.0
/** Boundaries and effects of transactions in the log. Nothing is allocated per event. */
@NullMarked
package io.github.cdctester.internal.binlog.transaction;

import org.jspecify.annotations.NullMarked;
