// SPDX-License-Identifier: Apache-2.0
/**
 * Reports of a consumer under test, which a run judges together with its own stream, and readers of printed lines.
 * docs/judge.md has the definitions.
 */
@NullMarked
package io.github.cdctester.consumer;

import org.jspecify.annotations.NullMarked;
