// SPDX-License-Identifier: Apache-2.0
/**
 * Whether a consumer under test carried on what was committed, once, in order and whole: what its probe was told against
 * the commits that the write side was told of and the log that the run's own stream has read. docs/consumers.md has the
 * definitions.
 */
@NullMarked
package io.github.cdctester.internal.judge.consumer;

import org.jspecify.annotations.NullMarked;
