// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The measured part in numbers. The warm-up is in none of them.
 *
 * @param seconds from the first measured start to the last acknowledged commit
 * @param cdc the stream; of several, the sum
 * @param streams each of several streams; empty where there is only one
 * @param overStreams how far they are apart; {@code null} where there is only one
 * @param write the write side, or {@code null} where somebody else wrote
 * @param tester the tester's own consumption
 */
public record Summary(
        double seconds,
        CdcSummary cdc,
        List<StreamSummary> streams,
        @Nullable StreamSpread overStreams,
        @Nullable WriteSummary write,
        TesterSummary tester) {}
