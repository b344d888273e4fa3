// SPDX-License-Identifier: Apache-2.0
/**
 * Decodes MySQL's TRANSACTION_PAYLOAD events, each a compressed transaction. {@link
 * io.github.cdctester.internal.binlog.payload.PayloadReader} inflates them in pieces and passes on the events inside.
 * The required memory does not depend on the payload's size: 200 kB, plus zstd's window of at most 128 MiB.
 */
@NullMarked
package io.github.cdctester.internal.binlog.payload;

import org.jspecify.annotations.NullMarked;
