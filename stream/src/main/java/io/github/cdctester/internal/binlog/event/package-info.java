// SPDX-License-Identifier: Apache-2.0
/** Splits the bytes after a dump command into events. Formats follow MySQL's {@code libbinlogevents} and MariaDB's {@code log_event.h}. */
@NullMarked
package io.github.cdctester.internal.binlog.event;

import org.jspecify.annotations.NullMarked;
