// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

/**
 * A file that is in the page, and can be saved from it.
 *
 * @param fileName its name
 * @param label what it is, with what is in it
 * @param mediaType its type, such as {@code text/csv}
 * @param text what is in it
 */
public record Download(String fileName, String label, String mediaType, String text) {}
