// SPDX-License-Identifier: Apache-2.0
/** Renders documents as text, Markdown, CSV and JUnit XML, independent of the kind of result. */
@NullMarked
package io.github.cdctester.internal.report.render;

import org.jspecify.annotations.NullMarked;
