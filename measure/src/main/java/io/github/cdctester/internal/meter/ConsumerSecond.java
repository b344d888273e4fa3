// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

/**
 * One second of a judged consumer. Rows, bytes and events are unknown until the consumer reports them.
 *
 * @param delaySource source of the commit times from which delays are measured
 */
public record ConsumerSecond(String name, String delaySource, MetricValues values) {}
