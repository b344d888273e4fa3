// SPDX-License-Identifier: Apache-2.0
/**
 * The replay applies the stream to an image of the tester's own tables, and finds contradictions (docs/dev/adr/0013-replay.md).
 * The reader's thread applies changes. Another thread reads the tables before the reader starts and after it has ended.
 */
@NullMarked
package io.github.cdctester.internal.judge.replay;

import org.jspecify.annotations.NullMarked;
