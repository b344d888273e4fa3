// SPDX-License-Identifier: Apache-2.0
/** Writes what {@code --out} names: the files of a result in all its forms, each replaced as a whole or not at all. */
@NullMarked
package io.github.cdctester.internal.report.files;

import org.jspecify.annotations.NullMarked;
