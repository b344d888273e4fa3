// SPDX-License-Identifier: Apache-2.0
/** Servers in containers whose change stream can be read when they are started. */
@NullMarked
package io.github.cdctester.containers;

import org.jspecify.annotations.NullMarked;
