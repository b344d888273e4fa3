// SPDX-License-Identifier: Apache-2.0
/**
 * Inflates MySQL's TRANSACTION_PAYLOAD events, each a compressed transaction. Required memory: 200 kB plus zstd's window of at most
 * 128 MiB.
 */
@NullMarked
package io.github.cdctester.internal.binlog.payload;

import org.jspecify.annotations.NullMarked;
