// SPDX-License-Identifier: Apache-2.0
/**
 * The write side: a pool with one connection per worker, the workers, and the pacer that schedules transactions.
 * Results are reported to a {@link io.github.cdctester.internal.writer.WriteSink}.
 */
@NullMarked
package io.github.cdctester.internal.writer;

import org.jspecify.annotations.NullMarked;
