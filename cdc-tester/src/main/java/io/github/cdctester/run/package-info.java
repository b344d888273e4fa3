// SPDX-License-Identifier: Apache-2.0
/** A run while it goes on: its listener, and how it fails. */
@NullMarked
package io.github.cdctester.run;

import org.jspecify.annotations.NullMarked;
