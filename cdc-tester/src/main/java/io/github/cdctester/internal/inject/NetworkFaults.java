// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.inject;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.fault.Fault;
import io.github.cdctester.config.fault.Fault.FaultKind;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.fault.FaultProxyException;
import io.github.cdctester.internal.binlog.connection.StreamRoute;
import io.github.cdctester.internal.closing.FirstFailure;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Injects network faults through the caller's proxies, or through one created proxy per server. */
public final class NetworkFaults implements StreamRoute, AutoCloseable {

    static final String LOOPBACK = "127.0.0.1";

    private final List<FaultProxy> callerProxies;
    private final String listenAddress;
    private final Map<String, FaultProxy> createdProxies = new HashMap<>();
    private @Nullable Fault activeFault;
    private boolean isClosed;

    /**
     * @param callerProxies if empty, creates one proxy per server
     * @param listenAddress created proxies listen at this address of this machine
     */
    public NetworkFaults(List<FaultProxy> callerProxies, String listenAddress) {
        this.callerProxies = callerProxies;
        this.listenAddress = listenAddress;
    }

    @Override
    public synchronized InetSocketAddress to(Endpoint server) {
        if (!callerProxies.isEmpty() || isClosed) {
            return StreamRoute.DIRECT.to(server);
        }
        FaultProxy proxy = createdProxies.get(server.address());
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
            createdProxies.put(server.address(), proxy);
            if (activeFault != null) {
                apply(activeFault, proxy, true);
            }
        }
        return new InetSocketAddress(proxy.host(), proxy.port());
    }

    public synchronized String begin(Fault fault) {
        List<FaultProxy> proxies = proxies();
        activeFault = fault;
        int connections = 0;
        for (FaultProxy proxy : proxies) {
            connections += proxy.connections();
            apply(fault, proxy, true);
            if (fault.kind() == FaultKind.CUT) {
                proxy.cut();
            }
        }
        String connectionCount = connections == 1 ? "1 connection" : connections + " connections";
        return switch (fault.kind()) {
            case CUT -> connectionCount + " reset, new ones refused";
            case STALL -> connectionCount + " held back";
            case DELAY -> connectionCount + " delayed by " + fault.delay().toNanos() / 1e6 + " ms";
            default -> connectionCount + " limited to " + fault.bytesPerSecond() + " B/s";
        };
    }

    public synchronized void end(Fault fault) {
        activeFault = null;
        proxies().forEach(proxy -> apply(fault, proxy, false));
    }

    private static void apply(Fault fault, FaultProxy proxy, boolean isActive) {
        switch (fault.kind()) {
            case CUT -> proxy.refuse(isActive);
            case STALL -> proxy.stall(isActive);
            case DELAY -> proxy.delay(isActive ? fault.delay() : Duration.ZERO);
            default -> proxy.throttle(isActive ? fault.bytesPerSecond() : 0);
        }
    }

    public synchronized long bytesToClients() {
        return proxies().stream().mapToLong(FaultProxy::bytesToClients).sum();
    }

    private List<FaultProxy> proxies() {
        return callerProxies.isEmpty() ? new ArrayList<>(createdProxies.values()) : callerProxies;
    }

    /** The caller's proxies stay open. */
    @Override
    public void close() {
        List<FaultProxy> proxiesToClose;
        synchronized (this) {
            isClosed = true;
            proxiesToClose = new ArrayList<>(createdProxies.values());
            if (activeFault != null) {
                end(activeFault);
            }
        }
        FirstFailure failures = new FirstFailure(); // each proxy is closed
        proxiesToClose.forEach(proxy -> failures.run(proxy::close));
        if (failures.first() instanceof FaultProxyException e) {
            throw new RunFailedException("the fault proxy failed: " + e.getMessage(), e);
        }
        failures.rethrow();
    }
}
