// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.config.PsMode;
import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.config.StatementSending;
import io.github.cdctester.workload.sysbench.StatementGroup;
import io.github.cdctester.workload.sysbench.StatementMix;
import io.github.cdctester.workload.sysbench.SysbenchSchema;
import io.github.cdctester.workload.sysbench.SysbenchSpec;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * sysbench's options as result.json shows them, flat.
 *
 * @param statements how often a transaction makes each group of the script, by the option's name
 */
record SysbenchView(
        int tables,
        int tableSize,
        boolean autoInc,
        boolean secondary,
        boolean createSecondary,
        String createTableOptions,
        String randType,
        long randSeed,
        int randSpecIter,
        int randSpecPct,
        int randSpecRes,
        double randParetoH,
        double randZipfianExp,
        Map<String, Integer> statements,
        boolean rangeSelects,
        int rangeSize,
        String dbPsMode,
        boolean skipTrx,
        int reconnect) {

    static SysbenchView of(SysbenchSpec spec) {
        SysbenchSchema schema = spec.schema();
        RandomNumbers random = spec.random();
        StatementMix mix = spec.mix();
        StatementSending sending = spec.sending();
        Map<String, Integer> statements = new LinkedHashMap<>();
        for (StatementGroup group : spec.script().groups()) {
            statements.put(group.property(), spec.count(group));
        }
        return new SysbenchView(
                schema.tables(),
                schema.tableSize(),
                schema.autoInc(),
                schema.secondary(),
                schema.createSecondary(),
                schema.createTableOptions(),
                random.type().name().toLowerCase(Locale.ROOT),
                random.seed(),
                random.special().iterations(),
                random.special().percent(),
                random.special().share(),
                random.paretoH(),
                random.zipfianExponent(),
                statements,
                mix.rangeSelects(),
                mix.rangeSize(),
                sending.psMode() == PsMode.AUTO ? "auto" : "disable",
                sending.skipTrx(),
                sending.reconnect());
    }
}
