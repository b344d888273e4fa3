// SPDX-License-Identifier: Apache-2.0
/**
 * Learns a workload from a server's log: its tables, transactions, keys, sizes and rate, in a bounded memory, and writes them as a
 * workload file. Contents of rows never leave the reader's thread: only lengths of values, frequencies of keys, and the set of
 * changed columns.
 */
@NullMarked
package io.github.cdctester.internal.learn;

import org.jspecify.annotations.NullMarked;
