// SPDX-License-Identifier: Apache-2.0
/**
 * The replay of row images: keeps what the tester's own tables must hold from what the stream carries, and finds what does not
 * fit (docs/adr/0013-replay.md). The reader's thread applies; another one reads the tables before it begins and after it has
 * ended. Rows are kept as bytes, in a budget.
 */
@NullMarked
package io.github.cdctester.internal.judge.replay;

import org.jspecify.annotations.NullMarked;
