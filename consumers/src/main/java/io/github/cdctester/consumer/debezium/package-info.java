// SPDX-License-Identifier: Apache-2.0
/** Tells a probe what Debezium's engine hands over. */
@NullMarked
package io.github.cdctester.consumer.debezium;

import org.jspecify.annotations.NullMarked;
