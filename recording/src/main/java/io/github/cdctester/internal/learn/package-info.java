// SPDX-License-Identifier: Apache-2.0
/**
 * Learns a workload from a server's log, in bounded memory. Contents of rows never leave the reader's thread, except value lengths,
 * key frequencies, and sets of changed columns.
 */
@NullMarked
package io.github.cdctester.internal.learn;

import org.jspecify.annotations.NullMarked;
