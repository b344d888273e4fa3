// SPDX-License-Identifier: Apache-2.0
/** Renders results: result.json, samples.csv, the table. Jackson is used here only; nothing is measured or recomputed. */
@NullMarked
package io.github.cdctester.internal.report;

import org.jspecify.annotations.NullMarked;
