// SPDX-License-Identifier: Apache-2.0
/**
 * A report as values: what a reader sees, in the words and the order in which it is seen. Composers make one of a result;
 * renderers know no kind of result. Nothing here is markup: every text is shown as it stands.
 */
@NullMarked
package io.github.cdctester.internal.report.document;

import org.jspecify.annotations.NullMarked;
