// SPDX-License-Identifier: Apache-2.0
/** A run in progress: its control, its listener, and its failures. */
@NullMarked
package io.github.cdctester.run;

import org.jspecify.annotations.NullMarked;
