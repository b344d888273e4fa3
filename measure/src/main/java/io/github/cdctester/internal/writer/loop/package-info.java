// SPDX-License-Identifier: Apache-2.0
/** The native client of the write side: event loops that serve many connections each, without a JDBC driver. */
@NullMarked
package io.github.cdctester.internal.writer.loop;

import org.jspecify.annotations.NullMarked;
