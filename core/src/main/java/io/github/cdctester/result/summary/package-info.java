// SPDX-License-Identifier: Apache-2.0
/** Values of the measured part of a run: the stream, the write side, the tester, and the server. */
@NullMarked
package io.github.cdctester.result.summary;

import org.jspecify.annotations.NullMarked;
