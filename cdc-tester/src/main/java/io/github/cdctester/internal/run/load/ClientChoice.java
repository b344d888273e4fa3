// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.Client;
import io.github.cdctester.config.Endpoint.JdbcDriver;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.result.summary.LoadClient;
import io.github.cdctester.result.summary.LoadClient.Reason;
import io.github.cdctester.workload.StatementWorkload;
import io.github.cdctester.workload.Workload;

/** Chooses the client of a load. */
public final class ClientChoice {

    private ClientChoice() {}

    /** @throws InvalidPlanException if the endpoint requests the native client for a workload that cannot use it */
    public static LoadClient of(Endpoint endpoint, NamedLoad load, Workload workload) {
        if (endpoint.client() == Client.JDBC) {
            return LoadClient.ofJdbc(load.name(), Reason.REQUESTED);
        }
        if (!(workload instanceof StatementWorkload)) {
            if (endpoint.client() == Client.NATIVE) {
                throw new InvalidPlanException(
                        "client",
                        "native",
                        "auto or jdbc for the load " + load.name() + ", because its workload uses JDBC itself");
            }
            return LoadClient.ofJdbc(load.name(), Reason.WORKLOAD);
        }
        if (endpoint.jdbcDriver() != JdbcDriver.AUTO) {
            return LoadClient.ofJdbc(load.name(), Reason.DRIVER_CHOSEN);
        }
        return endpoint.driverProperties().isEmpty()
                ? LoadClient.ofNative(load.name())
                : LoadClient.ofJdbc(load.name(), Reason.DRIVER_OPTIONS);
    }

    public static boolean excludesNative(Endpoint endpoint) {
        return endpoint.client() == Client.JDBC
                || endpoint.jdbcDriver() != JdbcDriver.AUTO
                || !endpoint.driverProperties().isEmpty();
    }

    public static void check(Plan plan, LoadWorkloads workloads) {
        if (plan.endpoint().client() == Client.NATIVE) {
            plan.loads().forEach(load -> of(plan.endpoint(), load, workloads.of(load.workload())));
        }
    }
}
