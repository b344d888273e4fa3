// SPDX-License-Identifier: Apache-2.0
/** The phases of the measured part of a run: loads, watching, waiting, one after the other. */
@NullMarked
package io.github.cdctester.internal.run.phases;

import org.jspecify.annotations.NullMarked;
