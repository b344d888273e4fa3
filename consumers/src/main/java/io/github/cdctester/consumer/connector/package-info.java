// SPDX-License-Identifier: Apache-2.0
/** Reports the transactions of a mysql-binlog-connector-java client to a probe. */
@NullMarked
package io.github.cdctester.consumer.connector;

import org.jspecify.annotations.NullMarked;
