// SPDX-License-Identifier: Apache-2.0
/** Converts meters and server information to a result. */
@NullMarked
package io.github.cdctester.internal.summary;

import org.jspecify.annotations.NullMarked;
