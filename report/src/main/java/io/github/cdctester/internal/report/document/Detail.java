// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

/** The level of detail of a block, which decides where it is shown. */
public enum Detail {
    /** Shown in every format, and not folded in Markdown. */
    ESSENTIAL,
    /** Shown in text and on pages; folded in Markdown. */
    SUMMARY,
    /** Shown on pages only, such as charts and long tables. */
    PAGE
}
