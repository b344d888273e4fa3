// SPDX-License-Identifier: Apache-2.0
/**
 * Limits on a result, such as {@code delay.p99>500ms}: a small language, and the names in it. Names and units equal result.json;
 * they are read from the result's records, so that a new number is available at once.
 */
@NullMarked
package io.github.cdctester.internal.limit;

import org.jspecify.annotations.NullMarked;
