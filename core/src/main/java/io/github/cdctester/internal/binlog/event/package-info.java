// SPDX-License-Identifier: Apache-2.0
/**
 * The bytes after a dump command as events: the framer that cuts them, event headers, and the bodies that matter for measuring.
 * Facts are from MySQL's {@code libbinlogevents} and MariaDB's {@code log_event.h}.
 */
@NullMarked
package io.github.cdctester.internal.binlog.event;

import org.jspecify.annotations.NullMarked;
