// SPDX-License-Identifier: Apache-2.0
/**
 * Checks that a consumer under test passed on all commits, once, in order and complete: compares its probe's reports with the write
 * side's commits and the log of the run's own stream. docs/judge.md has the definitions.
 */
@NullMarked
package io.github.cdctester.internal.judge.consumer;

import org.jspecify.annotations.NullMarked;
