// SPDX-License-Identifier: Apache-2.0
/** A stretch of a server's log in files, with the times at which it arrived. */
@NullMarked
package io.github.cdctester.internal.recording;

import org.jspecify.annotations.NullMarked;
