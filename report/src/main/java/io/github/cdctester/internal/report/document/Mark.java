// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

/**
 * A vertical line with a name. {@code kind} determines the colour and the dashes.
 *
 * @param kind {@code phase}, {@code action}, {@code step}, {@code reconnect}, {@code ddl}, {@code fault} or {@code limit}
 */
public record Mark(double x, String name, String kind) {}
