// SPDX-License-Identifier: Apache-2.0
/**
 * Exact row counting: walks row images with the tables that TABLE_MAP events describe, in pieces as they come.
 */
@NullMarked
package io.github.cdctester.internal.binlog.rows;

import org.jspecify.annotations.NullMarked;
