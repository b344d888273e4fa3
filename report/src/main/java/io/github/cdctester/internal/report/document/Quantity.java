// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

/**
 * A number with its own unit, for columns whose cells have different units.
 *
 * @param digits digits after the decimal point, or {@link Column#SIGNIFICANT}
 */
public record Quantity(double value, Unit unit, int digits) {}
