// SPDX-License-Identifier: Apache-2.0
/** The measured part of a run in numbers: the stream, the write side, the tester, and the server. */
@NullMarked
package io.github.cdctester.result.summary;

import org.jspecify.annotations.NullMarked;
