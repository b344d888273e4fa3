// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

/** A file that is in the page, and can be saved from it. */
public record Download(String fileName, String label, String mediaType, String text) {}
