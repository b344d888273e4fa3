// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.Client;
import io.github.cdctester.config.Endpoint.JdbcDriver;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.result.summary.LoadClient;
import io.github.cdctester.result.summary.LoadClient.Reason;
import io.github.cdctester.workload.largetx.LargeTransactions;
import io.github.cdctester.workload.script.Scripted;
import io.github.cdctester.workload.sysbench.Sysbench;
import io.github.cdctester.workload.sysbench.SysbenchScript;
import io.github.cdctester.workload.sysbench.SysbenchSpec;
import io.github.cdctester.workload.tpcc.Tpcc;
import io.github.cdctester.workload.transfer.Transfers;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.MethodSource;

class ClientChoiceTest {

    private static final Endpoint SERVER = Endpoint.of("jdbc:mysql://db/test", "root", "");

    private static LoadClient choose(Endpoint endpoint, WorkloadSpec spec) {
        return ClientChoice.of(endpoint, load(spec), Workloads.workloadOf(spec));
    }

    private static NamedLoad load(WorkloadSpec spec) {
        return NamedLoad.of(spec, LoadSpec.closedLoop(1));
    }

    static Stream<WorkloadSpec> statementWorkloads() {
        return Stream.concat(
                Stream.of(SysbenchScript.values()).map(SysbenchSpec::of),
                Stream.of(LargeTransactions.insert(), Transfers.between(10)));
    }

    static Stream<WorkloadSpec> jdbcWorkloads() {
        return Stream.of(
                Tpcc.warehouses(1),
                Scripted.yaml(
                        "script",
                        "tables: {t: {create: 'CREATE TABLE t (a INT)'}}\ntransactions: {x: {statements: ['DELETE FROM t']}}"));
    }

    @ParameterizedTest
    @MethodSource("statementWorkloads")
    void nativeClientExecutesStatementWorkloads(WorkloadSpec spec) {
        assertThat(choose(SERVER, spec)).isEqualTo(LoadClient.ofNative(spec.name()));
        assertThat(choose(SERVER.withClient(Client.NATIVE), spec)).isEqualTo(LoadClient.ofNative(spec.name()));
        assertThat(choose(SERVER.withClient(Client.JDBC), spec))
                .isEqualTo(LoadClient.ofJdbc(spec.name(), Reason.REQUESTED));
    }

    @ParameterizedTest
    @MethodSource("jdbcWorkloads")
    void workloadsWithOwnJdbcCodeExcludeNativeClient(WorkloadSpec spec) {
        assertThat(choose(SERVER, spec)).isEqualTo(LoadClient.ofJdbc(spec.name(), Reason.WORKLOAD));
        assertThat(choose(SERVER.withJdbcDriver(JdbcDriver.MARIADB), spec))
                .isEqualTo(LoadClient.ofJdbc(spec.name(), Reason.WORKLOAD));
        assertThat(choose(SERVER.withClient(Client.JDBC), spec))
                .isEqualTo(LoadClient.ofJdbc(spec.name(), Reason.REQUESTED));
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "AUTO")
    void driverOfEndpointImpliesJdbc(JdbcDriver driver) {
        assertThat(choose(SERVER.withJdbcDriver(driver), Sysbench.oltpInsert()).reason())
                .isEqualTo(Reason.DRIVER_CHOSEN);
        assertThat(ClientChoice.excludesNative(SERVER.withJdbcDriver(driver))).isTrue();
    }

    @Test
    void driverOptionsOfEndpointImplyJdbc() {
        Endpoint endpointWithCompression = SERVER.withDriverProperty("useCompression", "true");
        assertThat(choose(endpointWithCompression, Sysbench.oltpInsert()))
                .isEqualTo(LoadClient.ofJdbc("oltp_insert", Reason.DRIVER_OPTIONS));
        assertThat(ClientChoice.excludesNative(endpointWithCompression)).isTrue();
        assertThat(ClientChoice.excludesNative(SERVER)).isFalse();
    }

    @Test
    void rejectsNativeClientForJdbcWorkload() {
        Plan plan = Plan.of(
                SERVER,
                Window.DEFAULT,
                List.of(load(Sysbench.oltpInsert()), load(Tpcc.warehouses(1)).named("orders")));
        ClientChoice.check(plan, new LoadWorkloads());

        Plan nativePlan = Plan.of(SERVER.withClient(Client.NATIVE), Window.DEFAULT, plan.loads());
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> ClientChoice.check(nativePlan, new LoadWorkloads()))
                .withMessage("client: native, must be auto or jdbc for the load orders, because its workload uses JDBC"
                        + " itself");
    }
}
