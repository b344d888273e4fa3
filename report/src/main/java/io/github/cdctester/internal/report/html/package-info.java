// SPDX-License-Identifier: Apache-2.0
/**
 * Draws a page: one HTML file with all that it needs, which opens without a network. Markup is in the jte templates (src/main/jte),
 * which are compiled into this package and escape whatever they show; charts are drawn in the reader's browser by the scripts beside
 * them and by ECharts, which the build takes from its WebJar. Knows pages, and nothing about change data capture.
 */
@NullMarked
package io.github.cdctester.internal.report.html;

import org.jspecify.annotations.NullMarked;
