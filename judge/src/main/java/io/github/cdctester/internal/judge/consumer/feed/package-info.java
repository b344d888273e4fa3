// SPDX-License-Identifier: Apache-2.0
/** Queues from the write side, the run's stream and the consumers to the judge. */
@NullMarked
package io.github.cdctester.internal.judge.consumer.feed;

import org.jspecify.annotations.NullMarked;
