// SPDX-License-Identifier: Apache-2.0
/**
 * The subscriber: its own connection, the read loop after the dump command, transaction boundaries and positions.
 *
 * <p>{@link io.github.cdctester.internal.binlog.event.EventFramer} reads only event headers,
 * {@link io.github.cdctester.internal.binlog.transaction.TransactionTracker} only the first bytes of control events. Nothing is
 * allocated per event, and the clock is read once per socket read.
 */
@NullMarked
package io.github.cdctester.internal.binlog;

import org.jspecify.annotations.NullMarked;
