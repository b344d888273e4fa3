// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

/**
 * What happened in one second at a consumer that is judged beside the stream. Rows, bytes and events are unknown where it never
 * reported any.
 *
 * @param delaySource where commit times come from
 */
public record ConsumerSecond(String name, String delaySource, MetricValues values) {}
