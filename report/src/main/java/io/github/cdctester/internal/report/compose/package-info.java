// SPDX-License-Identifier: Apache-2.0
/** Turns results into documents, with one package for each kind of result. */
@NullMarked
package io.github.cdctester.internal.report.compose;

import org.jspecify.annotations.NullMarked;
