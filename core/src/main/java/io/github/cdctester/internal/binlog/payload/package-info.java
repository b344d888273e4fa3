// SPDX-License-Identifier: Apache-2.0
/**
 * The contents of MySQL's TRANSACTION_PAYLOAD events: a whole transaction, compressed. The head contains its size
 * {@link io.github.cdctester.internal.binlog.payload.PayloadReader} inflates it in pieces and passes the events inside on. The
 * memory it needs is the same for a payload of any size: 200 kB, and zstd's own window of at most 128 MiB.
 */
@NullMarked
package io.github.cdctester.internal.binlog.payload;

import org.jspecify.annotations.NullMarked;
