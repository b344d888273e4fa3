// SPDX-License-Identifier: Apache-2.0
/**
 * Learns a workload from a server's log: its tables, transactions, keys, sizes and rate, in a bounded memory, and writes them as a
 * workload file. What a row holds never leaves the reader's thread: only how long values are, how often keys come, and which columns
 * change.
 */
@NullMarked
package io.github.cdctester.internal.learn;

import org.jspecify.annotations.NullMarked;
