// SPDX-License-Identifier: Apache-2.0
/** The verdict and the result of one consumer. */
@NullMarked
package io.github.cdctester.internal.judge.consumer.verdict;

import org.jspecify.annotations.NullMarked;
