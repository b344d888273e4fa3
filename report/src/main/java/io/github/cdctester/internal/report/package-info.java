// SPDX-License-Identifier: Apache-2.0
/**
 * Stored results: result.json, samples.jsonl, course.jsonl and samples.csv, and how they are read again. Documents of them are made in
 * {@code compose}, drawn in {@code render} and {@code html}, and written to files in {@code files}.
 */
@NullMarked
package io.github.cdctester.internal.report;

import org.jspecify.annotations.NullMarked;
