// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

/** The level of detail for a reader. */
public enum Detail {
    /** Shown in every form, and not folded away in Markdown. */
    ESSENTIAL,
    /** Shown in text and on the page; folded in Markdown. */
    SUMMARY,
    /** On the page only: charts and long tables. */
    PAGE
}
