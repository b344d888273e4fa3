// SPDX-License-Identifier: Apache-2.0
/**
 * The subscriber: its own connection, the read loop after the dump command, transaction boundaries and positions.
 *
 * <p>{@code internal.mysql} implements packets, the login and small queries. This package implements the processing of the dump.
 * Only the socket read touches payload bytes: {@link io.github.cdctester.internal.binlog.event.EventFramer} reads headers, {@link
 * io.github.cdctester.internal.binlog.transaction.TransactionTracker} the first bytes of control events. Both pass primitives to
 * a {@link io.github.cdctester.internal.binlog.transaction.BinlogSink} inside the reader's thread. Nothing is allocated per
 * event, and the clock is read once per socket read.
 */
@NullMarked
package io.github.cdctester.internal.binlog;

import org.jspecify.annotations.NullMarked;
