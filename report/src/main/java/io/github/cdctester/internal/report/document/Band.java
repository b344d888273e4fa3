// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

/**
 * An area behind the curves. {@code kind} determines the colour.
 *
 * @param kind {@code flowing}, {@code idle}, {@code stuck}, {@code broken}, {@code warm-up}, {@code drain} or {@code phase}
 */
public record Band(double from, double to, String name, String kind) {}
