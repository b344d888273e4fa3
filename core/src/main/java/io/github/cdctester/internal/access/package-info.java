// SPDX-License-Identifier: Apache-2.0
/** Helpers for access to servers: SQL quoting, error codes, passwords, keys, and TLS authorities. */
@NullMarked
package io.github.cdctester.internal.access;

import org.jspecify.annotations.NullMarked;
