// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

/**
 * A time interval that is drawn as an area behind the curves.
 *
 * @param kind {@code flowing}, {@code idle}, {@code stuck}, {@code broken}, {@code warm-up}, {@code drain} or {@code phase};
 *     determines the colour
 */
public record Band(double from, double to, String name, String kind) {}
