// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.Setting;
import java.util.Map;

/** Which option sets which property of a plan, and what else the library calls otherwise than the command line does. */
public final class OptionNames {

    private static final Map<String, String> OPTIONS = Map.ofEntries(
            Map.entry("host", "--host"),
            Map.entry("port", "--port"),
            Map.entry("url", "--url"),
            Map.entry("database", "--database"),
            Map.entry("tables", "--tables"),
            Map.entry("tableSize", "--table-size"),
            Map.entry("warehouses", "--warehouses"),
            Map.entry("mix", "--tpcc-mix"),
            Map.entry("accounts", "--accounts"),
            Map.entry("transfers", "--transfers"),
            Map.entry("skipTrx", "--skip-trx"),
            Map.entry("replay", "--replay"),
            Map.entry("thinkTimes", "--think-times"),
            Map.entry("rangeSize", "--range-size"),
            Map.entry("pointSelects", "--point-selects"),
            Map.entry("simpleRanges", "--simple-ranges"),
            Map.entry("sumRanges", "--sum-ranges"),
            Map.entry("orderRanges", "--order-ranges"),
            Map.entry("distinctRanges", "--distinct-ranges"),
            Map.entry("indexUpdates", "--index-updates"),
            Map.entry("nonIndexUpdates", "--non-index-updates"),
            Map.entry("deleteInserts", "--delete-inserts"),
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
            Map.entry("trxSize", "--trx-size"),
            Map.entry("rowSize", "--row-size"),
            Map.entry("rows", "--rows"),
            Map.entry("trxCount", "--trx-count"),
            Map.entry("failIf", "--fail-if"),
            Map.entry("until", "--until"),
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
            Map.entry("out", "--out"),
            Map.entry("prepareFirst", "--prepare"),
            Map.entry("dropForeignTables", "--force"));

    private OptionNames() {}

    /** The option that sets a property; the property itself where there is none. */
    static String of(String property) {
        return OPTIONS.getOrDefault(property, property);
    }

    /**
     * Puts any text of the library in the words of the command line.
     *
     * @param text a failure's message, a note, or more
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
     * @param e the failure
     * @return one line with the option's name in place of the property's
     */
    public static String inWordsOfTheCommandLine(InvalidPlanException e) {
        String option = OPTIONS.get(e.property());
        String message = inWordsOfTheCommandLine(String.valueOf(e.getMessage()));
        return option == null
                ? message
                : option + message.substring(e.property().length());
    }
}
