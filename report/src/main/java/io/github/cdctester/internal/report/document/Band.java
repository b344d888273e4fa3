// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

/**
 * A stretch, drawn as an area behind everything.
 *
 * @param kind {@code flowing}, {@code idle}, {@code stuck}, {@code broken}, {@code warm-up}, {@code drain} or {@code phase}; picks the
 *     colour
 */
public record Band(double from, double to, String name, String kind) {}
