// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

/** A paragraph of plain text. */
public record Prose(String text, Detail detail) implements Block {

    public Prose(String text) {
        this(text, Detail.PAGE);
    }
}
