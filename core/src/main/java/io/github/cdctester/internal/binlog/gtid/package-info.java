// SPDX-License-Identifier: Apache-2.0
/**
 * GTID sets of MySQL (tagged or not) and the GTID state of MariaDB: as text, as the dump command's bytes, and read from events.
 */
@NullMarked
package io.github.cdctester.internal.binlog.gtid;

import org.jspecify.annotations.NullMarked;
