// SPDX-License-Identifier: Apache-2.0
/** The MySQL client protocol: packets, login, TLS, statements and their responses. */
@NullMarked
package io.github.cdctester.internal.mysql;

import org.jspecify.annotations.NullMarked;
