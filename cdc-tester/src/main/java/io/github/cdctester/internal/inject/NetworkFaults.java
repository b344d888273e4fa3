// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.inject;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Fault;
import io.github.cdctester.config.Fault.FaultKind;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.fault.FaultProxyException;
import io.github.cdctester.internal.binlog.connection.StreamRoute;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Routes a run's streams through proxies: through the caller's proxies, or through the run's own, one per server. */
final class NetworkFaults implements StreamRoute, AutoCloseable {

    private final List<FaultProxy> callerProxies;
    private final Map<String, FaultProxy> own = new HashMap<>();
    private @Nullable Fault lasting;
    private boolean closed;

    /** {@code given}: the caller's proxies; if empty, one proxy per server is created. */
    NetworkFaults(List<FaultProxy> callerProxies) {
        this.callerProxies = callerProxies;
    }

    @Override
    public synchronized InetSocketAddress to(Endpoint server) {
        if (!callerProxies.isEmpty() || closed) {
            return StreamRoute.DIRECT.to(server);
        }
        FaultProxy proxy = own.get(server.address());
        if (proxy == null) {
            try {
                proxy = FaultProxy.to(server.host(), server.port());
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

    synchronized String begin(Fault fault) {
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
        String description = connections == 1 ? "1 connection" : connections + " connections";
        return switch (fault.kind()) {
            case CUT -> description + " reset, new ones refused";
            case STALL -> description + " held back";
            default -> description + " limited to " + fault.bytesPerSecond() + " B/s";
        };
    }

    synchronized void end(Fault fault) {
        lasting = null;
        proxies().forEach(proxy -> apply(fault, proxy, false));
    }

    private static void apply(Fault fault, FaultProxy proxy, boolean on) {
        switch (fault.kind()) {
            case CUT -> proxy.refuse(on);
            case STALL -> proxy.stall(on);
            default -> proxy.throttle(on ? fault.bytesPerSecond() : 0);
        }
    }

    private List<FaultProxy> proxies() {
        return callerProxies.isEmpty() ? new ArrayList<>(own.values()) : callerProxies;
    }

    /** Closes the run's own proxies; the caller's proxies stay open. */
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
