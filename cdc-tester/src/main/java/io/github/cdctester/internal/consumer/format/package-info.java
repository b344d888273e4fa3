// SPDX-License-Identifier: Apache-2.0
/**
 * What consumers print: a line of text in, what it says of a change or of a transaction's end out. Each format has a reader of
 * its own, none of which throws for what it is given; {@code Naming} makes reports of what they found.
 */
@NullMarked
package io.github.cdctester.internal.consumer.format;

import org.jspecify.annotations.NullMarked;
