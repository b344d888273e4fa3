// SPDX-License-Identifier: Apache-2.0
/**
 * Draws a page: one self-contained HTML file, which opens without a network. Markup is in the jte templates (src/main/jte), which
 * are compiled into this package and escape all values. In the browser, the scripts in this package and ECharts from its WebJar
 * draw the charts. Uses pages, and nothing of change data capture.
 */
@NullMarked
package io.github.cdctester.internal.report.html;

import org.jspecify.annotations.NullMarked;
