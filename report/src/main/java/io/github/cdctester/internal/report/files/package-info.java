// SPDX-License-Identifier: Apache-2.0
/** Writes the files of a result for {@code --out}. Each file is replaced as a whole or not at all. */
@NullMarked
package io.github.cdctester.internal.report.files;

import org.jspecify.annotations.NullMarked;
