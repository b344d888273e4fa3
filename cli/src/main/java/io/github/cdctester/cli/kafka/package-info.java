// SPDX-License-Identifier: Apache-2.0
/** Kafka's client: what a consumer under test has written into topics. */
@NullMarked
package io.github.cdctester.cli.kafka;

import org.jspecify.annotations.NullMarked;
