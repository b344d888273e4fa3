// SPDX-License-Identifier: Apache-2.0
/** The write side: connections, workers, and the pacer that schedules transactions. */
@NullMarked
package io.github.cdctester.internal.writer;

import org.jspecify.annotations.NullMarked;
