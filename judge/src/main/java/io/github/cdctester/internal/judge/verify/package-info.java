// SPDX-License-Identifier: Apache-2.0
/**
 * Checks that a stream contained all commits, once and in order. One ledger per stream matches acknowledged commits with the
 * reader's transactions; the verdict follows from its findings. Definitions are in docs/measures.md.
 */
@NullMarked
package io.github.cdctester.internal.judge.verify;

import org.jspecify.annotations.NullMarked;
