// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

/**
 * A metric's line in a chart over the seconds of a run.
 *
 * @param id shared by the metrics that are drawn in one chart
 * @param legend name of the line
 * @param role color of the line
 */
public record MetricChart(String id, String title, String legend, String role) {}
