// SPDX-License-Identifier: Apache-2.0
/**
 * Stored results: result.json, samples.jsonl, course.jsonl and samples.csv, and the code that reads them. {@code compose} turns
 * results into documents, {@code render} and {@code html} render the documents, and {@code files} writes them to files.
 */
@NullMarked
package io.github.cdctester.internal.report;

import org.jspecify.annotations.NullMarked;
