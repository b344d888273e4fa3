// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

/** Decides where a block is shown. */
public enum Detail {
    /** Shown in every format, and not folded in Markdown. */
    ESSENTIAL,
    /** Shown in text and on pages; folded in Markdown. */
    SUMMARY,
    /** Shown on pages only, such as charts and long tables. */
    PAGE
}
