// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

/**
 * A paragraph.
 *
 * @param text plain text
 */
public record Prose(String text) implements Block {}
