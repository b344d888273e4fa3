// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome.note;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Finds host names and addresses of this machine. */
public final class LocalHosts {

    /** A slow name server must not delay the result. */
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private LocalHosts() {}

    @FunctionalInterface
    interface Resolver {
        InetAddress[] addresses(String host) throws IOException;
    }

    /** Returns the hosts that are this machine. A host is regarded as another machine if its lookup fails or takes long. */
    public static Set<String> among(Set<String> hosts) {
        return among(hosts, InetAddress::getAllByName, TIMEOUT);
    }

    static Set<String> among(Set<String> hosts, Resolver resolver, Duration timeout) {
        Set<String> localHosts = ConcurrentHashMap.newKeySet();
        Map<Boolean, List<String>> hostsByLookup =
                hosts.stream().collect(Collectors.partitioningBy(LocalHosts::needsLookup));
        hostsByLookup.get(false).stream()
                .filter(host -> isLocal(host, resolver))
                .forEach(localHosts::add);
        List<String> names = hostsByLookup.get(true);
        if (!names.isEmpty()) {
            addLocalNames(names, resolver, timeout, localHosts);
        }
        return Set.copyOf(localHosts);
    }

    private static boolean needsLookup(String host) {
        return !host.equalsIgnoreCase("localhost") && !host.matches("[0-9.]+|.*:.*");
    }

    private static void addLocalNames(List<String> names, Resolver resolver, Duration timeout, Set<String> localHosts) {
        Thread lookups = new Thread(
                () -> names.stream().filter(host -> isLocal(host, resolver)).forEach(localHosts::add),
                "cdc-host-lookup");
        lookups.setDaemon(true);
        lookups.start();
        try {
            lookups.join(timeout.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean isLocal(String host, Resolver resolver) {
        try {
            for (InetAddress address : resolver.addresses(host)) {
                if (address.isAnyLocalAddress()
                        || address.isLoopbackAddress()
                        || NetworkInterface.getByInetAddress(address) != null) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            return false;
        }
    }
}
