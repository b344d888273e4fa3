// SPDX-License-Identifier: Apache-2.0
/** Reads the Kafka topics that a consumer under test writes. */
@NullMarked
package io.github.cdctester.cli.kafka;

import org.jspecify.annotations.NullMarked;
