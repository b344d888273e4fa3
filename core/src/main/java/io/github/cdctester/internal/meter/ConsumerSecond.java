// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import org.jspecify.annotations.Nullable;

/**
 * What happened in one second at a consumer that is judged beside the stream.
 *
 * @param name the consumer
 * @param transactions transactions of the run that became complete at it
 * @param rows row changes that it reported; {@code null} where it reports whole transactions, or nothing yet
 * @param bytes bytes that it reported; {@code null} where it never did
 * @param events events that it reported; {@code null} where it never did
 * @param delaySource where commit times come from
 * @param delay from the commit to its report
 * @param behind transactions that were committed and not complete at it, at the end of the second
 */
public record ConsumerSecond(
        String name,
        long transactions,
        @Nullable Long rows,
        @Nullable Long bytes,
        @Nullable Long events,
        String delaySource,
        Distribution delay,
        long behind) {}
