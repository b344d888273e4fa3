// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.words;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.internal.workload.FamilyOption;
import java.util.Map;
import java.util.Optional;

/** Which option sets which property of a plan, and what else the library calls otherwise than the command line does. */
public final class OptionNames {

    private static final Map<String, String> OPTIONS = Map.ofEntries(
            Map.entry("host", "--host"),
            Map.entry("port", "--port"),
            Map.entry("url", "--url"),
            Map.entry("database", "--database"),
            Map.entry("skipTrx", "--skip-trx"),
            Map.entry("replay", "--replay"),
            Map.entry("reconnect", "--reconnect"),
            Map.entry("randSpecIter", "--rand-spec-iter"),
            Map.entry("randSpecPct", "--rand-spec-pct"),
            Map.entry("randSpecRes", "--rand-spec-res"),
            Map.entry("randParetoH", "--rand-pareto-h"),
            Map.entry("randZipfianExp", "--rand-zipfian-exp"),
            Map.entry("threads", "--threads"),
            Map.entry("rate", "--rate"),
            Map.entry("warmUp", "--warmup-time"),
            Map.entry("measure", "--time"),
            Map.entry("events", "--events"),
            Map.entry("drainTimeout", "--drain-timeout"),
            Map.entry("heartbeatInterval", "--heartbeat-interval"),
            Map.entry("resumeTimeout", "--resume-timeout"),
            Map.entry("from", "--from"),
            Map.entry("stream", "--cdc-url"),
            Map.entry("streams", "--streams"),
            Map.entry("consumer", "--consumer"),
            Map.entry("assumeEnded", "--assume-ended"),
            Map.entry("failIf", "--fail-if"),
            Map.entry("allow", "--allow"),
            Map.entry("values", "--values"),
            Map.entry("confidence", "--confidence"),
            Map.entry("until", "--until"),
            Map.entry("limit", "--limit"),
            Map.entry("maxRate", "--max-rate"),
            Map.entry("precision", "--precision"),
            Map.entry("confirmations", "--confirm"),
            Map.entry("steps", "--steps"),
            Map.entry("repeats", "--repeats"),
            Map.entry("settleTimeout", "--settle-timeout"),
            Map.entry("background", "--background"),
            Map.entry("workloadFile", "--workload-file"),
            Map.entry("workloadOption", "--workload-option"),
            Map.entry("workload", "--workload"),
            Map.entry("user", "--user"),
            Map.entry("password", "--password"),
            Map.entry("sslMode", "--ssl-mode"),
            Map.entry("sslCa", "--ssl-ca"),
            Map.entry("serverPublicKey", "--server-public-key-path"),
            Map.entry("jdbcDriver", "--jdbc-driver"),
            Map.entry("psMode", "--db-ps-mode"),
            Map.entry("delaySource", "--delay-source"),
            Map.entry("failover", "--cdc-failover"),
            Map.entry("inject", "--inject"),
            Map.entry("out", "--out"),
            Map.entry("overwrite", "--overwrite"),
            Map.entry("ui", "--ui"),
            Map.entry("bind", "--bind"),
            Map.entry("workers", "--workers"),
            Map.entry("subscribers", "--subscribers"),
            Map.entry("workerTimeout", "--worker-timeout"),
            Map.entry("secretFile", "--secret-file"),
            Map.entry("newSecret", "--new-secret"),
            Map.entry("prepareFirst", "--prepare"),
            Map.entry("dropForeignTables", "--force"));

    private OptionNames() {}

    private static Optional<String> find(String property) {
        return Optional.ofNullable(OPTIONS.get(property))
                .or(() -> Workloads.ALL.families().stream()
                        .flatMap(family -> family.options().stream())
                        .filter(option -> option.property().equals(property))
                        .map(FamilyOption::name)
                        .findFirst());
    }

    /** The option that sets a property; the property itself where there is none. */
    public static String of(String property) {
        return find(property).orElse(property);
    }

    /**
     * Puts any text of the library in the words of the command line.
     *
     * @return the same with options and commands in place of the settings and actions that it refers to
     */
    public static String inWordsOfTheCommandLine(String text) {
        return Setting.inWordsOf(text, OptionNames::of);
    }

    /** What a setting is set with, or the command that is an action. */
    static String of(Setting setting, String workload) {
        return setting == Setting.PREPARE || setting == Setting.CLEANUP
                ? "'cdc-tester " + setting.property() + (workload.isEmpty() ? "" : " --workload " + workload) + "'"
                : of(setting.property());
    }

    /**
     * Puts a failure about a property in the words of the command line.
     *
     * @return one line with the option's name in place of the property's
     */
    public static String inWordsOfTheCommandLine(InvalidPlanException e) {
        String message = inWordsOfTheCommandLine(String.valueOf(e.getMessage()));
        return find(e.property())
                .map(option -> option + message.substring(e.property().length()))
                .orElse(message);
    }
}
