// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.feed;

import org.jspecify.annotations.Nullable;

/**
 * The keys in the stamped rows of one table.
 *
 * @param anyWholeRow true if the whole row was the key of any row
 * @param anyReplaced true if column {@code id} was the key of any row that lacks a key column of the settings
 * @param anyOther true if any row had another key
 * @param absentColumn the first key column of the settings that a row lacks; {@code null} if there is none
 */
public record TableKeys(
        String table,
        boolean anyWholeRow,
        boolean anyReplaced,
        boolean anyOther,
        @Nullable String absentColumn) {}
