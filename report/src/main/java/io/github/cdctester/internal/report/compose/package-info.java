// SPDX-License-Identifier: Apache-2.0
/** Makes a document of a result: one composer for each kind, in its own package. */
@NullMarked
package io.github.cdctester.internal.report.compose;

import org.jspecify.annotations.NullMarked;
