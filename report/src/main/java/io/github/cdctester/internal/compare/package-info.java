// SPDX-License-Identifier: Apache-2.0
/** Puts two results beside each other: what was set differently, what came out differently, and whether that is more than noise. */
@NullMarked
package io.github.cdctester.internal.compare;

import org.jspecify.annotations.NullMarked;
