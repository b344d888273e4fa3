// SPDX-License-Identifier: Apache-2.0
/** Access to servers: SQL quoting, error codes, passwords, keys, and TLS authorities. */
@NullMarked
package io.github.cdctester.internal.access;

import org.jspecify.annotations.NullMarked;
