// SPDX-License-Identifier: Apache-2.0
/**
 * Checks that a stream contained all commits, once, and in order: one ledger per stream, which matches acknowledged commits with
 * the reader's transactions, and the resulting verdict. docs/measures.md has the definitions.
 */
@NullMarked
package io.github.cdctester.internal.judge.verify;

import org.jspecify.annotations.NullMarked;
