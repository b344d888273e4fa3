// SPDX-License-Identifier: Apache-2.0
/**
 * The bytes after a dump command as events: the framer that cuts them, what is in a header, and the bodies that measuring looks
 * into. Facts are from MySQL's {@code libbinlogevents} and MariaDB's {@code log_event.h}.
 */
@NullMarked
package io.github.cdctester.internal.binlog.event;

import org.jspecify.annotations.NullMarked;
