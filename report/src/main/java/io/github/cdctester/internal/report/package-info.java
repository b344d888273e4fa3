// SPDX-License-Identifier: Apache-2.0
/** Stored results: result.json, samples.jsonl, course.jsonl and samples.csv, and the code that reads them. */
@NullMarked
package io.github.cdctester.internal.report;

import org.jspecify.annotations.NullMarked;
