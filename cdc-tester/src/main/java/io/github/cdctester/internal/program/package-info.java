// SPDX-License-Identifier: Apache-2.0
/** Programs on this machine that an experiment starts: to their end, or for as long as it lasts. */
@NullMarked
package io.github.cdctester.internal.program;

import org.jspecify.annotations.NullMarked;
