// SPDX-License-Identifier: Apache-2.0
/** Checks that a consumer under test passed on all commits once, in order and completely. Definitions are in docs/judge.md. */
@NullMarked
package io.github.cdctester.internal.judge.consumer;

import org.jspecify.annotations.NullMarked;
