// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

/**
 * One of several streams.
 *
 * @param name its name
 * @param endpoint where it was subscribed to: {@code host:port}
 * @param cdc what it carried
 * @param readerCpuSeconds CPU time of the thread that read it; -1 where the runtime cannot tell
 * @param server what its server said about itself
 * @param clock that server's clock against the tester's
 */
public record StreamSummary(
        String name,
        String endpoint,
        CdcSummary cdc,
        double readerCpuSeconds,
        ServerSummary server,
        ClockSummary clock) {}
