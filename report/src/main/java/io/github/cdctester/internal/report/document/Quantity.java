// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

/**
 * A number with a unit of its own, for a cell whose column has several.
 *
 * @param digits behind the point, or {@link Column#SIGNIFICANT}
 */
public record Quantity(double value, Unit unit, int digits) {}
