// SPDX-License-Identifier: Apache-2.0
/** Queues that pass commits, log transactions and reports to the judge. */
@NullMarked
package io.github.cdctester.internal.judge.consumer.feed;

import org.jspecify.annotations.NullMarked;
