// SPDX-License-Identifier: Apache-2.0
/** Shared by all that speak to a server: names and texts as they stand in SQL, and the authorities of TLS. */
@NullMarked
package io.github.cdctester.internal.access;

import org.jspecify.annotations.NullMarked;
