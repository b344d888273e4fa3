// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

/**
 * A point in time that is drawn as a vertical line with a name.
 *
 * @param kind {@code phase}, {@code action}, {@code step}, {@code reconnect}, {@code ddl}, {@code fault} or {@code limit};
 *     determines the colour and the dashes
 */
public record Mark(double x, String name, String kind) {}
