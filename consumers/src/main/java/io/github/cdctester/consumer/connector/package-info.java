// SPDX-License-Identifier: Apache-2.0
/** Tells a probe what a client of the binlog connector library is told. */
@NullMarked
package io.github.cdctester.consumer.connector;

import org.jspecify.annotations.NullMarked;
