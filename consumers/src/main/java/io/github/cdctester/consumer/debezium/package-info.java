// SPDX-License-Identifier: Apache-2.0
/** Reports the events of Debezium's embedded engine to a probe. */
@NullMarked
package io.github.cdctester.consumer.debezium;

import org.jspecify.annotations.NullMarked;
