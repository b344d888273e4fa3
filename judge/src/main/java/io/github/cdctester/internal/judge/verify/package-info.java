// SPDX-License-Identifier: Apache-2.0
/**
 * Whether a stream carried what was committed, once, and in order: a ledger a stream, which matches what the write side was
 * told against what the reader saw, and the finding that comes of it. docs/verdict.md has the definitions.
 */
@NullMarked
package io.github.cdctester.internal.judge.verify;

import org.jspecify.annotations.NullMarked;
