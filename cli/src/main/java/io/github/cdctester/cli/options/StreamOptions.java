// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.cli.options.value.Converters;
import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.SubscriberSpec.PayloadCounting;
import io.github.cdctester.config.SubscriberSpec.Reader;
import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.config.SubscriberSpec.Sharing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Option;

public final class StreamOptions {

    @Option(
            names = "--stream",
            paramLabel = "on|off",
            converter = Converters.OnOff.class,
            completionCandidates = Converters.OnOff.class,
            description = "off: write only and follow no stream, for servers without a binlog (default: on)")
    private boolean stream = true;

    @Option(
            names = "--delay-source",
            paramLabel = "SOURCE",
            split = ",",
            converter = Converters.Delay.class,
            completionCandidates = Converters.Delay.class,
            description = "Source of delays: commit-timestamp, heartbeat, event-header, all or auto (default: auto)")
    private List<Converters.DelaySources> delaySources = new ArrayList<>();

    @Option(
            names = "--heartbeat-interval",
            paramLabel = "SECONDS",
            description = "Interval between heartbeat rows (default: 0.1)")
    private Duration heartbeatInterval = Defaults.HEARTBEAT_INTERVAL;

    @Option(
            names = "--resume-timeout",
            paramLabel = "SECONDS",
            description = "How long to try to reconnect a broken stream; 0: not at all (default: 60)")
    private Duration resumeTimeout = Defaults.RESUME_TIMEOUT;

    @Option(
            names = "--row-counting",
            paramLabel = "MODE",
            description = "exact: count the rows of each event, which costs CPU time; or off (default: off)")
    private RowCounting rowCounting = RowCounting.OFF;

    @Option(
            names = "--payloads",
            paramLabel = "MODE",
            description = "inflate: also count the events inside compressed transactions; or wire (default: wire)")
    private PayloadCounting payloads = PayloadCounting.WIRE;

    @Option(
            names = "--reader",
            paramLabel = "READER",
            description = "connector: read through mysql-binlog-connector-java; or native (default: native)")
    private Reader reader = Reader.NATIVE;

    @Option(names = "--verify-checksums", description = "Verify the CRC32 of each event; a mismatch ends the stream")
    private boolean verifyChecksums;

    @Option(
            names = "--verify",
            paramLabel = "HOW",
            description = "Check for losses: exact by GTIDs, counts, off or auto (default: auto)")
    private Verification verify = Verification.AUTO;

    @Option(
            names = "--cdc-failover",
            paramLabel = "HOST:PORT",
            split = ",",
            converter = Converters.Address.Converter.class,
            description = "Replicas on which a broken stream resumes by GTID, separated by commas")
    private List<Converters.Address> failover = List.of();

    public boolean isFollowed() {
        return stream;
    }

    public boolean hasFailover() {
        return !failover.isEmpty();
    }

    public Verification verification() {
        return verify;
    }

    /** Failover servers use the account and TLS settings of {@code streamEndpoint}. */
    public SubscriberSpec subscriber(Endpoint streamEndpoint) {
        Set<DelaySource> sources = EnumSet.noneOf(DelaySource.class);
        delaySources.forEach(selection -> sources.addAll(selection.sources()));
        return new SubscriberSpec(
                Optional.empty(),
                failover.stream()
                        .map(address -> streamEndpoint.withAddress(address.host(), address.port()))
                        .toList(),
                StartPosition.now(),
                sources.size() == 1 ? Optional.of(sources.iterator().next()) : Optional.empty(),
                heartbeatInterval,
                resumeTimeout,
                rowCounting,
                verifyChecksums,
                payloads,
                reader,
                sources.size() == 1 ? Set.of() : sources,
                List.of(),
                Sharing.NOTHING,
                isFollowed());
    }
}
