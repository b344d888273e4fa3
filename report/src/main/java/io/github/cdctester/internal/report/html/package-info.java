// SPDX-License-Identifier: Apache-2.0
/**
 * Writes a page as one self-contained HTML file, which opens without a network. The jte templates in src/main/jte are compiled
 * into this package and escape all values. In the browser, the scripts and ECharts draw the charts.
 */
@NullMarked
package io.github.cdctester.internal.report.html;

import org.jspecify.annotations.NullMarked;
