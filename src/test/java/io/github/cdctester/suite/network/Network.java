// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.network;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A virtual network. Each host is a network namespace with a private address. The switch has its own namespace, because Docker's firewall
 * rules on this machine would drop forwarded packets. If a JVM is killed, the next JVM that opens a network removes the old network.
 */
public final class Network implements AutoCloseable {

    /** Contains the JVM's process id, which shows whether the namespace is still used. */
    private static final Pattern NAMESPACE_NAME = Pattern.compile("cdct(\\d+)n\\d+-\\w+");

    private static final AtomicInteger LAST_NUMBER = new AtomicInteger();
    private static final int SUBNET_COUNT = 256;
    private static final int FIRST_HOST_NUMBER = 11;

    private final String prefix = "cdct" + ProcessHandle.current().pid() + "n" + LAST_NUMBER.incrementAndGet();
    private final String switchNamespace = prefix + "-switch";
    private final String subnet;
    private final Thread shutdownHook = new Thread(this::remove, "end of a network");
    private final List<String> namespaces = new ArrayList<>();
    private int hostCount;

    private Network(String subnet) {
        this.subnet = subnet;
    }

    public static Network open() throws IOException {
        removeAbandonedNetworks();
        Network network = new Network(freeSubnet());
        Runtime.getRuntime().addShutdownHook(network.shutdownHook);
        try {
            network.connectThisMachine();
            return network;
        } catch (IOException e) {
            network.close();
            throw e;
        }
    }

    private void connectThisMachine() throws IOException {
        String pid = String.valueOf(ProcessHandle.current().pid());
        newNamespace(switchNamespace);
        Ip.ip("-n", switchNamespace, "link", "add", "name", "switch", "type", "bridge");
        Ip.ip("-n", switchNamespace, "link", "set", "switch", "up");
        Ip.ip("-n", switchNamespace, "link", "add", "p1", "type", "veth", "peer", "name", prefix, "netns", pid);
        Ip.ip("-n", switchNamespace, "link", "set", "p1", "master", "switch", "up");
        Ip.ip("address", "add", address() + "/24", "dev", prefix);
        Ip.ip("link", "set", prefix, "up");
    }

    public Host addHost(String name) throws IOException {
        String namespace = prefix + "-" + name;
        int number = FIRST_HOST_NUMBER + hostCount++;
        Host host = new Host(namespace, subnet + "." + number, switchNamespace, "p" + number);
        String port = "p" + number;
        newNamespace(namespace);
        Ip.ip("-n", switchNamespace, "link", "add", port, "type", "veth", "peer", "name", "eth0", "netns", namespace);
        Ip.ip("-n", switchNamespace, "link", "set", port, "master", "switch", "up");
        Ip.ip("-n", namespace, "address", "add", host.address() + "/24", "dev", "eth0");
        Ip.ip("-n", namespace, "link", "set", "eth0", "up");
        Ip.ip("-n", namespace, "link", "set", "lo", "up");
        return host;
    }

    public String address() {
        return subnet + ".1";
    }

    public String anyAddress() {
        return subnet + ".%";
    }

    private void newNamespace(String name) throws IOException {
        Ip.ip("netns", "add", name);
        namespaces.add(name);
    }

    /** Kills processes that still run on the hosts. */
    @Override
    public void close() {
        remove();
        Runtime.getRuntime().removeShutdownHook(shutdownHook);
    }

    private synchronized void remove() {
        Map<String, IOException> failures = new HashMap<>();
        for (String namespace : namespaces) {
            try {
                remove(namespace);
            } catch (IOException e) {
                failures.put(namespace, e);
            }
        }
        namespaces.clear();
        if (!failures.isEmpty()) {
            throw new AssertionError("namespaces were not removed: " + failures);
        }
    }

    /** Removes a namespace with its links, including the peer interfaces in other namespaces. */
    private static void remove(String namespace) throws IOException {
        for (String pid : Ip.ip("netns", "pids", namespace).split("\\s+")) {
            if (!pid.isEmpty()) {
                ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroyForcibly);
            }
        }
        Ip.ip("netns", "delete", namespace);
    }

    private static void removeAbandonedNetworks() throws IOException {
        for (String line : Ip.ip("netns", "list").lines().toList()) {
            String namespace = line.split(" ", 2)[0];
            Matcher name = NAMESPACE_NAME.matcher(namespace);
            if (name.matches()
                    && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()) {
                removeAbandoned(namespace);
            }
        }
    }

    /** Another build may remove the namespace at the same time. */
    private static void removeAbandoned(String namespace) throws IOException {
        try {
            remove(namespace);
        } catch (IOException e) {
            if (Ip.ip("netns", "list").contains(namespace)) {
                throw e;
            }
        }
    }

    /** Other builds on this machine may use other subnets. */
    private static String freeSubnet() throws IOException {
        String routes = Ip.ip("-4", "route", "show", "table", "all");
        long firstSubnet = ProcessHandle.current().pid();
        for (int i = 0; i < SUBNET_COUNT; i++) {
            String subnet = "10.77." + (firstSubnet + i) % SUBNET_COUNT;
            if (!routes.contains(subnet + ".")) {
                return subnet;
            }
        }
        throw new IOException("all networks of 10.77.0.0/16 are in use");
    }

    /** Returns one line with the reason; empty if this machine can create a network. */
    static Optional<String> obstacle() {
        try (Network network = open()) {
            network.addHost("trial");
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of("no network namespaces (they require root, and Debian's iproute2): " + e.getMessage());
        }
    }
}
