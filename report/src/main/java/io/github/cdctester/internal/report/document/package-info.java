// SPDX-License-Identifier: Apache-2.0
/**
 * The content of a report, independent of the output format. Composers create it from a result; renderers do not depend on the
 * kind of result. Texts contain no markup and are displayed literally.
 */
@NullMarked
package io.github.cdctester.internal.report.document;

import org.jspecify.annotations.NullMarked;
