// SPDX-License-Identifier: Apache-2.0
/**
 * Transactions in the log: their boundaries, their effects on counters, and the measured window. Nothing is allocated per event.
 */
@NullMarked
package io.github.cdctester.internal.binlog.transaction;

import org.jspecify.annotations.NullMarked;
