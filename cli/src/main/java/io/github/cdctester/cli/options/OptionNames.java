// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.internal.workload.FamilyOption;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

public final class OptionNames implements Setting.Names {

    private static final Map<String, String> DIFFERENT_NAMES = Map.of(
            "warmUp", "--warmup-time",
            "measure", "--time",
            "streamName", "--cdc-url",
            "failover", "--cdc-failover",
            "confirmations", "--confirm",
            "serverPublicKey", "--server-public-key-path",
            "prepareFirst", "--prepare",
            "judgeSnapshot", "--snapshot",
            "dropForeignTables", "--force");

    /** For example, {@code skipTrx} is {@code --skip-trx}. */
    private static final Set<String> SAME_NAME_PROPERTIES = Set.of("""
        host port url database user password sslMode sslCa client jdbcDriver stream cdcUrl delaySource rowCounting payloads reader
        verify verifyChecksums
        replay
        threads rate events ignoreErrors drainTimeout heartbeatInterval resumeTimeout from streams streamsShare consumer assumeEnded
        stamp tableName tableColumn columns keyColumns identity percentile reportInterval
        failIf allow values confidence published publishedProbe until limit maxRate then precision steps repeats settleTimeout
        background backgroundThreads workloadFile like workloadOption workload inject out overwrite ui
        price bind shrink shrinkTime workers subscribers workerTimeout secretFile newSecret
        kubernetesNamespace kubernetesContext kubernetesRequests kubernetesLimits kubernetesNodeSelector kubernetesTolerations
        kubernetesLabels kubernetesScheduleTimeout kubernetesDeadline kubernetesKeep on\
        """.split("\\s+"));

    private static Optional<String> find(String property) {
        if (SAME_NAME_PROPERTIES.contains(property)) {
            return Optional.of("--" + property.replaceAll("(?=[A-Z])", "-").toLowerCase(Locale.ROOT));
        }
        return Optional.ofNullable(DIFFERENT_NAMES.get(property))
                .or(() -> Workloads.options()
                        .filter(option -> option.property().equals(property))
                        .map(FamilyOption::name)
                        .findFirst());
    }

    public static String of(String property) {
        return find(property).orElse(property);
    }

    @Override
    public String of(Setting setting, String workload) {
        return setting == Setting.PREPARE || setting == Setting.CLEANUP
                ? "'cdc-tester " + setting.property() + (workload.isEmpty() ? "" : " --workload " + workload) + "'"
                : of(setting.property());
    }

    public static String message(InvalidPlanException e) {
        String message = String.valueOf(e.getMessage());
        return find(e.property())
                .map(option -> option + message.substring(e.property().length()))
                .orElse(message);
    }
}
