// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.SubscriberSpec.PayloadCounting;
import io.github.cdctester.config.SubscriberSpec.RowCounting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Option;

/** How the stream is followed. */
public final class StreamOptions {

    @Option(
            names = "--delay-source",
            paramLabel = "SOURCE",
            split = ",",
            converter = Converters.Delay.class,
            completionCandidates = Converters.Delay.class,
            description = "auto, commit-timestamp (MySQL 8.0.1 or newer, µs), heartbeat (writes rows of its own, µs),"
                    + " event-header (±1 s); several, or all, are measured side by side; default: auto")
    private List<Converters.DelaySources> delaySources = new ArrayList<>();

    @Option(
            names = "--heartbeat-interval",
            paramLabel = "SECONDS",
            description = "interval between heartbeat rows, where they are written; default: 100ms")
    private Duration heartbeatInterval = Defaults.HEARTBEAT_INTERVAL;

    @Option(
            names = "--resume-timeout",
            paramLabel = "SECONDS",
            description = "how long to try to reconnect a broken stream; 0: a break ends the run; default: 60")
    private Duration resumeTimeout = Defaults.RESUME_TIMEOUT;

    @Option(
            names = "--row-counting",
            paramLabel = "MODE",
            description = "off, or exact: walks every row image, which costs CPU time per row; default: off")
    private RowCounting rowCounting = RowCounting.OFF;

    @Option(
            names = "--payloads",
            paramLabel = "MODE",
            description = "wire: counts a compressed transaction of MySQL as the one event that it is on the wire;"
                    + " inflate: also counts the events in it, separately, as --row-counting=exact does; default: wire")
    private PayloadCounting payloads = PayloadCounting.WIRE;

    @Option(names = "--verify-checksums", description = "verify the CRC32 of every event; a mismatch ends the stream")
    private boolean verifyChecksums;

    @Option(
            names = "--verify",
            paramLabel = "HOW",
            description =
                    "whether the stream carried what was committed: exact (looks for the GTID of each commit), counts"
                            + " (compares numbers), off, or auto, the strongest that servers and driver allow; default:"
                            + " auto")
    private Verification verify = Verification.AUTO;

    @Option(
            names = "--cdc-failover",
            paramLabel = "HOST:PORT",
            split = ",",
            converter = Converters.Address.Converter.class,
            description =
                    "servers with the same transactions, at which a broken stream resumes after the GTIDs that were"
                            + " read; account and TLS are those of the stream's own server")
    private List<Converters.Address> failover = List.of();

    /** Whether servers are named where a broken stream may go on. */
    public boolean hasFailover() {
        return !failover.isEmpty();
    }

    /** How it is found out whether the stream carried everything. */
    public Verification verification() {
        return verify;
    }

    /**
     * Makes a subscriber of the options.
     *
     * @param stream the server that is subscribed to, whose account and TLS the others share
     */
    public SubscriberSpec subscriber(StartPosition from, Endpoint stream) {
        Set<DelaySource> sources = EnumSet.noneOf(DelaySource.class);
        delaySources.forEach(asked -> sources.addAll(asked.sources()));
        return new SubscriberSpec(
                Optional.empty(),
                failover.stream()
                        .map(address -> stream.withAddress(address.host(), address.port()))
                        .toList(),
                from,
                sources.size() == 1 ? Optional.of(sources.iterator().next()) : Optional.empty(),
                heartbeatInterval,
                resumeTimeout,
                rowCounting,
                verifyChecksums,
                payloads,
                sources.size() == 1 ? Set.of() : sources,
                List.of());
    }
}
