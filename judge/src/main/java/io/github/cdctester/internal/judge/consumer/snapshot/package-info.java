// SPDX-License-Identifier: Apache-2.0
/** Judges the snapshot of a consumer, row by row. */
@NullMarked
package io.github.cdctester.internal.judge.consumer.snapshot;

import org.jspecify.annotations.NullMarked;
