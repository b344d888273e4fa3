// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.model;

/**
 * A reason not to trust a number.
 *
 * @param what what may be wrong, in a few words
 * @param why what was seen
 * @param remedy what to do about it
 */
public record Doubt(String what, String why, String remedy) {}
