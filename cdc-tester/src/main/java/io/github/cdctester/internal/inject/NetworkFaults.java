// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.inject;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Fault;
import io.github.cdctester.config.Fault.FaultKind;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.fault.FaultProxyException;
import io.github.cdctester.internal.binlog.connection.StreamRoute;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The network of a run's streams, or of one consumer: given proxies, or its own, one for each server. */
public final class NetworkFaults implements StreamRoute, AutoCloseable {

    private static final String LOOPBACK = "127.0.0.1";

    private final List<FaultProxy> given;
    private final String listenAddress;
    private final Map<String, FaultProxy> own = new HashMap<>();
    private @Nullable Fault lasting;
    private boolean closed;

    /** Uses the caller's proxies; without any, creates one per connecting stream. */
    NetworkFaults(List<FaultProxy> given) {
        this(given, LOOPBACK);
    }

    private NetworkFaults(List<FaultProxy> given, String listenAddress) {
        this.given = given;
        this.listenAddress = listenAddress;
    }

    /** Creates a proxy for each server at an address of this machine. */
    public static NetworkFaults listeningAt(String address) {
        return new NetworkFaults(List.of(), address);
    }

    @Override
    public synchronized InetSocketAddress to(Endpoint server) {
        if (!given.isEmpty() || closed) {
            return StreamRoute.DIRECT.to(server);
        }
        FaultProxy proxy = own.get(server.address());
        if (proxy == null) {
            try {
                proxy = FaultProxy.to(server.host(), server.port(), listenAddress);
            } catch (IllegalArgumentException e) {
                throw new InvalidPlanException(
                        "proxy",
                        "'" + listenAddress + "'",
                        "an address of this machine, such as 0.0.0.0 or 172.17.0.1");
            } catch (FaultProxyException e) {
                throw new RunFailedException("network faults need a proxy: " + e.getMessage(), e);
            }
            own.put(server.address(), proxy);
            if (lasting != null) {
                apply(lasting, proxy, true);
            }
        }
        return new InetSocketAddress(proxy.host(), proxy.port());
    }

    /** Starts a fault; returns its effect. */
    public synchronized String begin(Fault fault) {
        List<FaultProxy> proxies = proxies();
        lasting = fault;
        int connections = 0;
        for (FaultProxy proxy : proxies) {
            connections += proxy.connections();
            apply(fault, proxy, true);
            if (fault.kind() == FaultKind.CUT) {
                proxy.cut();
            }
        }
        String which = connections == 1 ? "1 connection" : connections + " connections";
        return switch (fault.kind()) {
            case CUT -> which + " reset, new ones refused";
            case STALL -> which + " held back";
            case DELAY -> which + " delayed by " + fault.delay().toNanos() / 1e6 + " ms";
            default -> which + " limited to " + fault.bytesPerSecond() + " B/s";
        };
    }

    public synchronized void end(Fault fault) {
        lasting = null;
        proxies().forEach(proxy -> apply(fault, proxy, false));
    }

    private static void apply(Fault fault, FaultProxy proxy, boolean on) {
        switch (fault.kind()) {
            case CUT -> proxy.refuse(on);
            case STALL -> proxy.stall(on);
            case DELAY -> proxy.delay(on ? fault.delay() : Duration.ZERO);
            default -> proxy.throttle(on ? fault.bytesPerSecond() : 0);
        }
    }

    /** Returns the number of bytes that the proxies have sent to their clients. */
    public synchronized long bytesToClients() {
        return proxies().stream().mapToLong(FaultProxy::bytesToClients).sum();
    }

    private List<FaultProxy> proxies() {
        return given.isEmpty() ? new ArrayList<>(own.values()) : given;
    }

    /** Closes the run's own proxies; given ones stay open. */
    @Override
    public void close() {
        List<FaultProxy> ended;
        synchronized (this) {
            closed = true;
            ended = new ArrayList<>(own.values());
            if (lasting != null) {
                end(lasting);
            }
        }
        try {
            ended.forEach(FaultProxy::close);
        } catch (FaultProxyException e) {
            throw new RunFailedException("the fault proxy failed: " + e.getMessage(), e);
        }
    }
}
