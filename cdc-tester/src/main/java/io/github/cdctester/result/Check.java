// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

/**
 * A limit, and whether it was held.
 *
 * @param expression the limit as it was given
 * @param actual the value that was found
 * @param held whether it is within the limit
 */
public record Check(String expression, double actual, boolean held) {}
