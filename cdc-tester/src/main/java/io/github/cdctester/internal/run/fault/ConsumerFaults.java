// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.fault;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.fault.Fault;
import io.github.cdctester.consumer.ConsumerSpec;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.internal.consumer.RunningConsumer;
import io.github.cdctester.internal.inject.FaultActions;
import io.github.cdctester.internal.inject.NetworkFaults;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Injects faults into the processes of consumers, and through proxies into their connections. */
public final class ConsumerFaults implements FaultActions, AutoCloseable {

    private final List<Fault> faults;
    private final Plan plan;
    private final Map<String, NetworkFaults> networkFaults = new HashMap<>();
    private final Map<String, RunningConsumer> consumers = new HashMap<>();

    /** Prepares a proxy for each consumer with a network fault or a configured proxy. */
    public ConsumerFaults(List<Fault> faults, List<ConsumerSpec> specs, Plan plan) {
        this.faults = faults;
        this.plan = plan;
        for (ConsumerSpec spec : specs) {
            ConsumerSpec.Proxy proxy = spec.proxy();
            boolean hasNetworkFault = faults.stream()
                    .anyMatch(fault ->
                            fault.consumer().equals(spec.name()) && fault.kind().isNetworkFault());
            if (proxy != null || hasNetworkFault) {
                networkFaults.put(
                        spec.name(),
                        new NetworkFaults(List.of(), (proxy == null ? ConsumerSpec.Proxy.LOCAL : proxy).listen()));
            }
        }
    }

    public Endpoint endpointOf(ConsumerSpec spec) {
        NetworkFaults network = networkFaults.get(spec.name());
        if (network == null) {
            return plan.cdcEndpoint();
        }
        InetSocketAddress proxyAddress = network.to(plan.cdcEndpoint());
        ConsumerSpec.Proxy proxy = spec.proxy();
        String host = proxy == null || proxy.advertise().isEmpty() ? proxyAddress.getHostString() : proxy.advertise();
        return plan.cdcEndpoint().withAddress(host, proxyAddress.getPort());
    }

    /** Returns true if a fault may stop, pause or restart the consumer. */
    public boolean hasProcessFault(ConsumerSpec spec) {
        return faults.stream()
                .anyMatch(fault ->
                        fault.consumer().equals(spec.name()) && !fault.kind().isNetworkFault());
    }

    /** Called before the consumers are started. */
    public void setConsumers(List<RunningConsumer> runningConsumers) {
        for (RunningConsumer consumer : runningConsumers) {
            consumers.put(consumer.spec().name(), consumer);
            NetworkFaults network = networkFaults.get(consumer.spec().name());
            if (network != null) {
                consumer.setReceivedBytes(network::bytesToClients);
            }
        }
    }

    @Override
    public String begin(Fault fault, double second) {
        return fault.kind().isNetworkFault()
                ? networkFaultsOf(fault).begin(fault)
                : consumerOf(fault).act(fault.kind());
    }

    @Override
    public void end(Fault fault) {
        if (fault.kind().isNetworkFault()) {
            networkFaultsOf(fault).end(fault);
        } else {
            consumerOf(fault).act(Fault.FaultKind.START);
        }
    }

    @Override
    public void onMeasuredPartEnded() {
        FirstFailure failures = new FirstFailure();
        consumers.values().forEach(consumer -> failures.run(consumer::onMeasuredPartEnded));
        failures.rethrow();
    }

    private NetworkFaults networkFaultsOf(Fault fault) {
        return Objects.requireNonNull(networkFaults.get(fault.consumer()));
    }

    private RunningConsumer consumerOf(Fault fault) {
        return Objects.requireNonNull(consumers.get(fault.consumer()));
    }

    @Override
    public void close() {
        FirstFailure failures = new FirstFailure();
        networkFaults.values().forEach(network -> failures.run(network::close));
        failures.rethrow();
    }
}
