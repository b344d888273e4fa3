// SPDX-License-Identifier: Apache-2.0
/** Notes about conditions that may distort the values of a run. */
@NullMarked
package io.github.cdctester.internal.run.outcome.note;

import org.jspecify.annotations.NullMarked;
