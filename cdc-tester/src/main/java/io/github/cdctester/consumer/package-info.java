// SPDX-License-Identifier: Apache-2.0
/**
 * What a consumer under test tells of the changes that it has seen, so that a run judges it beside its own stream.
 * docs/consumers.md has the definitions.
 */
@NullMarked
package io.github.cdctester.consumer;

import org.jspecify.annotations.NullMarked;
