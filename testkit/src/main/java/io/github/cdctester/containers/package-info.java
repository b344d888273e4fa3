// SPDX-License-Identifier: Apache-2.0
/** Servers in containers. After the start, their change stream can be read. */
@NullMarked
package io.github.cdctester.containers;

import org.jspecify.annotations.NullMarked;
