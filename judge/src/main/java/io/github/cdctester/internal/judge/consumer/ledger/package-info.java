// SPDX-License-Identifier: Apache-2.0
/** Matches the reports of one consumer with the reference, by transaction or by row. */
@NullMarked
package io.github.cdctester.internal.judge.consumer.ledger;

import org.jspecify.annotations.NullMarked;
