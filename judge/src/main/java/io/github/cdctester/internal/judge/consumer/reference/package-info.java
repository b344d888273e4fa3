// SPDX-License-Identifier: Apache-2.0
/** The committed transactions, by log index and by stamp. */
@NullMarked
package io.github.cdctester.internal.judge.consumer.reference;

import org.jspecify.annotations.NullMarked;
