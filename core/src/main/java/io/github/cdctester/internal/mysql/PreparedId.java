// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql;

/**
 * A statement that the server has prepared.
 *
 * @param id valid on its connection only
 * @param parameterCount number of placeholders
 */
public record PreparedId(int id, int parameterCount) {}
