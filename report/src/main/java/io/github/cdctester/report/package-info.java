// SPDX-License-Identifier: Apache-2.0
/** Formats results as text and files, and reads stored results. */
@NullMarked
package io.github.cdctester.report;

import org.jspecify.annotations.NullMarked;
