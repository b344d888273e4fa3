// SPDX-License-Identifier: Apache-2.0
/**
 * The write side: a pool with one connection a worker, the workers, and the pacer that says when a transaction is meant
 * to start. What happens is told to a {@link io.github.cdctester.internal.writer.WriteSink}.
 */
@NullMarked
package io.github.cdctester.internal.writer;

import org.jspecify.annotations.NullMarked;
