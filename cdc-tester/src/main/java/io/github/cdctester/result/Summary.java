// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import org.jspecify.annotations.Nullable;

/**
 * The measured part in numbers. The warm-up is in none of them.
 *
 * @param seconds from the first measured start to the last acknowledged commit
 * @param cdc the stream
 * @param write the write side, or {@code null} where somebody else wrote
 * @param tester the tester's own consumption
 */
public record Summary(
        double seconds, CdcSummary cdc, @Nullable WriteSummary write, TesterSummary tester) {}
