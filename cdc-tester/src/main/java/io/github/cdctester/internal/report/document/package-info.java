// SPDX-License-Identifier: Apache-2.0
/**
 * A report's page as values: what a reader sees, in the words and the order in which it is seen. Composers make one of a result;
 * whoever draws it knows nothing about change data capture. Nothing here is markup: every text is shown as it stands.
 */
@NullMarked
package io.github.cdctester.internal.report.document;

import org.jspecify.annotations.NullMarked;
