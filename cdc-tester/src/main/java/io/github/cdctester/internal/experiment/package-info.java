// SPDX-License-Identifier: Apache-2.0
/** Series of runs, with waits for an idle stream in between, and their rows. */
@NullMarked
package io.github.cdctester.internal.experiment;

import org.jspecify.annotations.NullMarked;
