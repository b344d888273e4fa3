// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.PayloadCounting;
import io.github.cdctester.config.RowCounting;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.SubscriberSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How the stream is followed. */
public final class StreamOptions {

    @Option(
            names = "--delay-source",
            paramLabel = "SOURCE",
            converter = Converters.Delay.class,
            description = "auto, commit-timestamp (MySQL 8.0.1 or newer, µs), heartbeat (writes rows of its own, µs),"
                    + " event-header (±1 s); default: auto")
    private @Nullable DelaySource delaySource;

    @Option(
            names = "--heartbeat-interval",
            paramLabel = "SECONDS",
            converter = Converters.Seconds.class,
            description = "the pace of heartbeat rows, where they are written; default: 100ms")
    private Duration heartbeatInterval = Defaults.HEARTBEAT_INTERVAL;

    @Option(
            names = "--row-counting",
            paramLabel = "MODE",
            description = "off, or exact: walk over every row image, at some CPU time a row; default: off")
    private RowCounting rowCounting = RowCounting.OFF;

    @Option(
            names = "--payloads",
            paramLabel = "MODE",
            description =
                    "wire: count a compressed transaction of MySQL as the one event that it is on the wire; inflate: count"
                            + " the events in it as well, apart, as --row-counting=exact does; default: wire")
    private PayloadCounting payloads = PayloadCounting.WIRE;

    @Option(
            names = "--verify-checksums",
            description = "compute the CRC32 of every event and compare; a wrong one ends the stream")
    private boolean verifyChecksums;

    @Option(
            names = "--cdc-failover",
            paramLabel = "HOST:PORT",
            split = ",",
            converter = Converters.Address.Converter.class,
            description =
                    "servers with the same transactions, where the stream goes on behind the GTIDs that were read when"
                            + " it breaks; account and TLS as for the stream's own server")
    private List<Converters.Address> failover = List.of();

    /** Creates the options, for picocli. */
    public StreamOptions() {}

    /**
     * Tells whether servers are named where a broken stream may go on.
     *
     * @return whether there is one
     */
    public boolean hasFailover() {
        return !failover.isEmpty();
    }

    /**
     * Makes a subscriber of the options.
     *
     * @param from where in the log to start
     * @param stream the server that is subscribed to, whose account and TLS the others share
     * @return the subscriber, at the endpoint that is written to
     */
    public SubscriberSpec subscriber(StartPosition from, Endpoint stream) {
        return new SubscriberSpec(
                Optional.empty(),
                failover.stream()
                        .map(address -> stream.withAddress(address.host(), address.port()))
                        .toList(),
                from,
                Optional.ofNullable(delaySource),
                heartbeatInterval,
                rowCounting,
                verifyChecksums,
                payloads);
    }

    /** A CDC endpoint that is not the one that is written to. */
    public static final class CdcEndpoint {

        @Spec(Spec.Target.MIXEE)
        private CommandSpec spec;

        @Option(
                names = "--cdc-url",
                paramLabel = "JDBC-URL",
                description = "where the stream is subscribed to, if that is not where the writes go")
        private @Nullable String url;

        @Option(names = "--cdc-user", paramLabel = "USER", description = "default: as --user")
        private @Nullable String user;

        @Option(
                names = "--cdc-password-file",
                paramLabel = "FILE",
                description = "file whose first line is the password there; default: as for the write endpoint")
        private @Nullable Path passwordFile;

        @Option(
                names = "--cdc-server-public-key-path",
                paramLabel = "PEM",
                description = "the server's RSA key there; default: as for the write endpoint")
        private @Nullable Path serverPublicKey;

        /** Creates the options, for picocli. */
        public CdcEndpoint() {}

        /**
         * Tells whether there is such an endpoint.
         *
         * @return whether one is given
         */
        public boolean isGiven() {
            return url != null;
        }

        /**
         * Makes an endpoint of the options.
         *
         * @param written the endpoint that is written to
         * @return the other endpoint, if there is one
         */
        public Optional<Endpoint> endpoint(Endpoint written) {
            if (url == null) {
                return Optional.empty();
            }
            String password = passwordFile == null
                    ? written.password().reveal()
                    : Passwords.choose(spec, null, passwordFile, "").reveal();
            return Optional.of(Endpoint.of(url, user == null ? written.user() : user, password)
                    .withSsl(written.sslMode(), written.sslCa())
                    .withServerPublicKey(serverPublicKey == null ? written.serverPublicKey() : serverPublicKey));
        }
    }
}
