// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

/** A file that is embedded in a page and can be saved. */
public record Download(String fileName, String label, String mediaType, String text) {}
