// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import io.github.cdctester.failure.InvalidPlanException;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Worker nodes: processes on other machines, started with {@code cdc-tester worker}, that run parts of the loads, or read the
 * streams, or both. This process merges their reports, writes heartbeats, and determines the verdict.
 *
 * @param addresses nodes that write, without duplicates; empty if this process writes
 * @param subscribers nodes that read streams, without duplicates; streams are assigned in turn. Empty if this process reads the
 *     streams.
 * @param secretFile file with a key and its certificate, the same on all nodes; created by {@code cdc-tester worker --new-secret}
 * @param timeout time without a message after which a node is considered lost: 2 s to 10 min, by default 4 s. A node considers
 *     the coordinator lost 3 s later.
 * @param lossTolerated whether a run may continue after the loss of a node, see {@link #toleratingLoss}; the result contains the
 *     node
 * @param lateNodesTaken whether nodes that write may join late, or rejoin
 * @param files directory for the samples of the nodes, one file per node; {@code null} for none
 * @param platform the platform that runs the nodes
 */
@RecordBuilder
public record WorkerNodes(
        List<InetSocketAddress> addresses,
        List<InetSocketAddress> subscribers,
        Path secretFile,
        Duration timeout,
        boolean lossTolerated,
        boolean lateNodesTaken,
        @Nullable Path files,
        Platform platform) {

    /** The platform that runs the nodes, such as Kubernetes. */
    @FunctionalInterface
    public interface Platform {

        /** Plain hosts, which report no reason for the loss of a node. */
        Platform NONE = name -> CompletableFuture.completedFuture("");

        /**
         * A process that is a worker node.
         *
         * @param name unique name, such as the name of a pod. An address is not unique, because a platform may reuse it.
         */
        record Instance(String name, InetSocketAddress address) {}

        /**
         * Returns the current process of a node; empty while the platform replaces it.
         *
         * @param address the node's address in {@link WorkerNodes}
         */
        default Optional<Instance> current(InetSocketAddress address) {
            return Optional.of(new Instance(text(address), address));
        }

        /** Returns the time without an answer after which a called node is considered absent. */
        default Duration callTimeout() {
            return CALL_TIMEOUT;
        }

        /**
         * Returns the reason why a process ended, such as {@code OOMKilled}; an empty text if the platform has none.
         *
         * @param name the name of the {@link Instance}
         * @return completed when the platform reports the reason. This may take a minute, or may never happen.
         */
        CompletableFuture<String> lossReason(String name);
    }

    /** Default port of a worker node. */
    public static final int PORT = 7070;

    /** Default timeout, so that lost nodes are reported within 5 s. */
    public static final Duration TIMEOUT = Duration.ofSeconds(4);

    /** Default time without an answer after which a called node is considered absent. */
    public static final Duration CALL_TIMEOUT = Duration.ofSeconds(30);

    private static final Duration MIN_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration MAX_TIMEOUT = Duration.ofMinutes(10);
    private static final int MAX_PORT = 65_535;
    private static final String WORKERS = "workers";
    private static final String SUBSCRIBERS = "subscribers";

    /**
     * Checks the values.
     *
     * @throws InvalidPlanException if there is no address, an address is duplicate or unresolved, or the timeout is out of range
     */
    public WorkerNodes {
        addresses = List.copyOf(addresses);
        subscribers = List.copyOf(subscribers);
        if (addresses.isEmpty() && subscribers.isEmpty()) {
            throw new InvalidPlanException(WORKERS, "none", "the addresses of worker nodes, such as 10.0.0.2:7070");
        }
        check(WORKERS, addresses);
        check(SUBSCRIBERS, subscribers);
        if (timeout.compareTo(MIN_TIMEOUT) < 0 || timeout.compareTo(MAX_TIMEOUT) > 0) {
            throw new InvalidPlanException("workerTimeout", timeout, "from 2 s to 10 min");
        }
    }

    private static void check(String setting, List<InetSocketAddress> addresses) {
        for (int i = 0; i < addresses.size(); i++) {
            InetSocketAddress address = addresses.get(i);
            if (address.isUnresolved()) {
                throw new InvalidPlanException(setting, address, "a host whose address can be found");
            }
            if (addresses.subList(0, i).contains(address)) {
                throw new InvalidPlanException(setting, text(address), "each worker node once");
            }
        }
    }

    /**
     * Creates nodes with the default timeout.
     *
     * @param addresses nodes that write
     * @param subscribers nodes that read streams
     * @throws InvalidPlanException if there is no address, or an address is duplicate or unresolved
     */
    public static WorkerNodes of(
            List<InetSocketAddress> addresses, List<InetSocketAddress> subscribers, Path secretFile) {
        return new WorkerNodes(addresses, subscribers, secretFile, TIMEOUT, false, false, null, Platform.NONE);
    }

    /**
     * Parses the addresses of nodes that write. A host name with several addresses means one worker node per address.
     * The default port is {@value #PORT}.
     *
     * @param text for example {@code 10.0.0.2:7070,10.0.0.3:7070}, or {@code cdc-tester-workers}
     * @throws InvalidPlanException if an item is not HOST:PORT or HOST, a host has no address, or an address occurs twice
     */
    public static WorkerNodes parse(String text, Path secretFile) {
        return of(list(WORKERS, text), List.of(), secretFile);
    }

    /**
     * Parses the addresses of nodes that read streams, while this process writes.
     *
     * @param text for example {@code 10.0.0.4:7070}
     * @throws InvalidPlanException if an item is not HOST:PORT or HOST, a host has no address, or an address occurs twice
     */
    public static WorkerNodes following(String text, Path secretFile) {
        return of(List.of(), list(SUBSCRIBERS, text), secretFile);
    }

    /**
     * Returns a copy with other nodes that read the streams.
     *
     * @param text for example {@code 10.0.0.4:7070,10.0.0.5:7070}
     * @throws InvalidPlanException if an item is not HOST:PORT or HOST, a host has no address, or an address occurs twice
     */
    public WorkerNodes withSubscribers(String text) {
        return WorkerNodesCopy.of(this).subscribers(list(SUBSCRIBERS, text)).build();
    }

    private static List<InetSocketAddress> list(String setting, String text) {
        List<InetSocketAddress> resolvedAddresses = new ArrayList<>();
        for (String item : text.split(",", -1)) {
            resolvedAddresses.addAll(addresses(setting, item.strip(), 1));
        }
        return resolvedAddresses;
    }

    /**
     * Parses the address on which a worker node listens.
     *
     * @param text for example {@code 10.0.0.2:7070}; port 0 selects any free port
     * @throws InvalidPlanException if the text does not have the form HOST:PORT or HOST, or the host has no address
     */
    public static InetSocketAddress bindAddress(String text) {
        return addresses("bind", text, 0).get(0);
    }

    private static List<InetSocketAddress> addresses(String setting, String text, int minPort) {
        int colon = text.endsWith("]") ? -1 : text.lastIndexOf(':'); // brackets enclose an IPv6 address
        String host = (colon < 0 ? text : text.substring(0, colon)).replaceAll("^\\[|]$", "");
        String port = colon < 0 ? String.valueOf(PORT) : text.substring(colon + 1);
        if (host.matches("\\d*") // a plain number would be a valid address, but is a mistyped port or count
                || host.indexOf(':') >= 0 && !text.startsWith("[")
                || !port.matches("\\d{1,5}")
                || Integer.parseInt(port) < minPort
                || Integer.parseInt(port) > MAX_PORT) {
            throw new InvalidPlanException(setting, "'" + text + "'", "HOST:PORT, such as 10.0.0.2:7070 or [::1]:7070");
        }
        try {
            List<InetSocketAddress> resolvedAddresses = new ArrayList<>();
            for (InetAddress address : InetAddress.getAllByName(host)) {
                resolvedAddresses.add(new InetSocketAddress(address, Integer.parseInt(port)));
            }
            return resolvedAddresses;
        } catch (UnknownHostException e) {
            throw new InvalidPlanException(setting, "'" + text + "'", "a host whose address can be found");
        }
    }

    /**
     * Returns a copy with another timeout, for machines that occasionally freeze.
     *
     * @param newTimeout 2 s to 10 min
     * @throws InvalidPlanException if the timeout is out of range
     */
    public WorkerNodes withTimeout(Duration newTimeout) {
        return WorkerNodesCopy.of(this).timeout(newTimeout).build();
    }

    /**
     * Returns a copy that tolerates losses. After the loss of a node the run continues, and the other nodes take over its work.
     * The loss of a node that follows a stream or fills tables still fails the run.
     */
    public WorkerNodes toleratingLoss() {
        return WorkerNodesCopy.of(this).lossTolerated(true).build();
    }

    /**
     * Returns a copy that tolerates losses, and accepts nodes that join late or rejoin. Missing nodes are contacted
     * once per second.
     */
    public WorkerNodes takingLateNodes() {
        return WorkerNodesCopy.of(this).lossTolerated(true).lateNodesTaken(true).build();
    }

    /**
     * Returns a copy that stores the samples of writing nodes in files node-01.csv, node-02.csv and so on. Existing files are
     * replaced, so all samples are from one run. The files contain counts, and histograms of latency and start delay that can be
     * summed over nodes and seconds.
     *
     * @param directory an existing directory
     */
    public WorkerNodes withFiles(Path directory) {
        return WorkerNodesCopy.of(this).files(directory).build();
    }

    /** Formats an address as {@code HOST:PORT}. A host name is followed by its IP address in parentheses. */
    public static String text(InetSocketAddress address) {
        String ip = address.getAddress().getHostAddress();
        String host = address.getHostString();
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + address.getPort()
                + (host.equals(ip) ? "" : " (" + ip + ")");
    }
}
