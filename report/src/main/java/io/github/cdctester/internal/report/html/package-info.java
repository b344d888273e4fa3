// SPDX-License-Identifier: Apache-2.0
/**
 * Writes a page as one self-contained HTML file, which opens without a network. The markup is in the jte templates in
 * src/main/jte, which are compiled into this package and escape all values. In the browser, the scripts in this package and
 * ECharts from its WebJar draw the charts. The package depends only on documents.
 */
@NullMarked
package io.github.cdctester.internal.report.html;

import org.jspecify.annotations.NullMarked;
