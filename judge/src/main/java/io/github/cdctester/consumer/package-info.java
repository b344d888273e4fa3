// SPDX-License-Identifier: Apache-2.0
/**
 * Reports of a consumer under test, by which a run judges it beside its own stream, and readers of the lines that it prints.
 * docs/consumers.md has the definitions.
 */
@NullMarked
package io.github.cdctester.consumer;

import org.jspecify.annotations.NullMarked;
