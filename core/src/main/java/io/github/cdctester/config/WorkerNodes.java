// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import io.github.cdctester.failure.InvalidPlanException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Processes on other machines, started with {@code cdc-tester worker}, that share a run's loads, or follow its streams, or both.
 * This process adds up their reports, writes heartbeats, and finds the verdict.
 *
 * @param addresses the nodes that write, each once; empty if this process writes
 * @param subscribers the nodes that follow streams, each once; streams are assigned in turn; empty if this process follows them
 * @param secretFile a key and its certificate, the same on all nodes: {@code cdc-tester worker --new-secret} makes it
 * @param timeout after how much silence a node counts as lost: from 2 s to 10 min, 4 s by default; a node gives up a coordinator
 *     after 3 s more
 * @param lossTolerated whether a run continues after the loss of a node; its result then lists the lost node
 * @param lateNodesTaken whether nodes that write may come later, or come back
 * @param files the directory for the samples of each node, one file per node; {@code null} for none
 */
public record WorkerNodes(
        List<InetSocketAddress> addresses,
        List<InetSocketAddress> subscribers,
        Path secretFile,
        Duration timeout,
        boolean lossTolerated,
        boolean lateNodesTaken,
        @Nullable Path files) {

    /** Default port of a worker node. */
    public static final int PORT = 7070;

    /** Lost nodes are named within 5 s. */
    public static final Duration TIMEOUT = Duration.ofSeconds(4);

    private static final Duration MIN_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration MAX_TIMEOUT = Duration.ofMinutes(10);
    private static final int MAX_PORT = 65_535;
    private static final String WORKERS = "workers";
    private static final String SUBSCRIBERS = "subscribers";

    /**
     * Checks the values.
     *
     * @throws InvalidPlanException if there is no address, one is there twice or not looked up, or the timeout is out of range
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
     * Reads the addresses of nodes that write. A name with several addresses stands for a worker node at each of them, a name
     * without a port for one at port {@value #PORT}.
     *
     * @param text such as {@code 10.0.0.2:7070,10.0.0.3:7070}, or {@code cdc-tester-workers}
     * @throws InvalidPlanException if one is not of the form HOST:PORT or HOST, or has no address
     */
    public static WorkerNodes parse(String text, Path secretFile) {
        return new WorkerNodes(list(WORKERS, text), List.of(), secretFile, TIMEOUT, false, false, null);
    }

    /**
     * Reads the addresses of nodes that follow streams, while this process writes.
     *
     * @param text such as {@code 10.0.0.4:7070}
     * @throws InvalidPlanException if one is not of the form HOST:PORT, or has no address
     */
    public static WorkerNodes following(String text, Path secretFile) {
        return new WorkerNodes(List.of(), list(SUBSCRIBERS, text), secretFile, TIMEOUT, false, false, null);
    }

    /**
     * Sets the nodes that follow the streams; nodes that write are allowed.
     *
     * @param text such as {@code 10.0.0.4:7070,10.0.0.5:7070}
     * @throws InvalidPlanException if an address is not of the form HOST:PORT, or has no address
     */
    public WorkerNodes withSubscribers(String text) {
        return new WorkerNodes(
                addresses, list(SUBSCRIBERS, text), secretFile, timeout, lossTolerated, lateNodesTaken, files);
    }

    private static List<InetSocketAddress> list(String setting, String text) {
        List<InetSocketAddress> all = new ArrayList<>();
        for (String one : text.split(",", -1)) {
            all.addAll(addresses(setting, one.strip(), 1));
        }
        return all;
    }

    /**
     * Reads where a worker node is to listen.
     *
     * @param text such as {@code 10.0.0.2:7070}; with port 0 at any that is free
     * @throws InvalidPlanException if it is not of the form HOST:PORT, or has no address
     */
    public static InetSocketAddress bindAddress(String text) {
        return addresses("bind", text, 0).get(0);
    }

    private static List<InetSocketAddress> addresses(String setting, String text, int leastPort) {
        int colon = text.endsWith("]") ? -1 : text.lastIndexOf(':'); // brackets enclose an IPv6 address
        String host = (colon < 0 ? text : text.substring(0, colon)).replaceAll("^\\[|]$", "");
        String port = colon < 0 ? String.valueOf(PORT) : text.substring(colon + 1);
        if (host.matches("\\d*") // a number would be a valid address, but is a mistyped port or count
                || host.indexOf(':') >= 0 && !text.startsWith("[")
                || !port.matches("\\d{1,5}")
                || Integer.parseInt(port) < leastPort
                || Integer.parseInt(port) > MAX_PORT) {
            throw new InvalidPlanException(setting, "'" + text + "'", "HOST:PORT, such as 10.0.0.2:7070 or [::1]:7070");
        }
        try {
            List<InetSocketAddress> found = new ArrayList<>();
            for (InetAddress address : InetAddress.getAllByName(host)) {
                found.add(new InetSocketAddress(address, Integer.parseInt(port)));
            }
            return found;
        } catch (UnknownHostException e) {
            throw new InvalidPlanException(setting, "'" + text + "'", "a host whose address can be found");
        }
    }

    /**
     * Sets after how much silence a node counts as lost, for machines that stand still at times.
     *
     * @param longest from 2 s to 10 min
     * @throws InvalidPlanException if it is out of range
     */
    public WorkerNodes silentFor(Duration longest) {
        return new WorkerNodes(addresses, subscribers, secretFile, longest, lossTolerated, lateNodesTaken, files);
    }

    /** Lets a run continue when a node is lost: the others take over its part. */
    public WorkerNodes toleratingLoss() {
        return new WorkerNodes(addresses, subscribers, secretFile, timeout, true, lateNodesTaken, files);
    }

    /** Tolerates loss, and lets nodes that write come later, or come back: they are called once a second. */
    public WorkerNodes takingLateNodes() {
        return new WorkerNodes(addresses, subscribers, secretFile, timeout, true, true, files);
    }

    /**
     * Stores the samples of each writing node in files node-01.csv, node-02.csv and so on; existing files are replaced. They
     * contain counts, and histograms of latency and start delay that add up over nodes and seconds. They belong to one run.
     *
     * @param directory an existing directory
     */
    public WorkerNodes keptIn(Path directory) {
        return new WorkerNodes(addresses, subscribers, secretFile, timeout, lossTolerated, lateNodesTaken, directory);
    }

    /** Formats an address like user input: the host name, if it was resolved from one, then the address. */
    public static String text(InetSocketAddress address) {
        String found = address.getAddress().getHostAddress();
        String host = address.getHostString();
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + address.getPort()
                + (host.equals(found) ? "" : " (" + found + ")");
    }
}
