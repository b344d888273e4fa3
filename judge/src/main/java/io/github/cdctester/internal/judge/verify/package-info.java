// SPDX-License-Identifier: Apache-2.0
/** Checks that a stream contained all commits, once and in order. Definitions are in docs/measures.md. */
@NullMarked
package io.github.cdctester.internal.judge.verify;

import org.jspecify.annotations.NullMarked;
