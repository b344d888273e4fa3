// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

/** One second of a judged consumer. {@code delaySource} names the source of the commit times. */
public record ConsumerSecond(String name, String delaySource, MetricValues values) {}
