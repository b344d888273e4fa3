// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.bench;

import java.nio.file.Path;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Prints the values of a result.json that a comparison needs, as a line of {@code name=value} pairs: {@code ResultLine
 * FILE}.
 */
public final class ResultLine {

    private ResultLine() {}

    public static void main(String... arguments) {
        JsonNode result = JsonMapper.builder().build().readTree(Path.of(arguments[0]));
        if (result.get("interrupted").asBoolean()) {
            System.out.println(
                    "error=" + result.get("interruptedBecause").asString().replaceAll("\\s+", "_"));
            return;
        }
        JsonNode summary = result.get("summary");
        JsonNode write = summary.get("write");
        JsonNode tester = summary.get("tester");
        long all = 0;
        for (JsonNode sample : result.get("samples")) {
            all += sample.get("write").get("transactions").asLong();
        }
        long errors = 0;
        for (JsonNode count : write.get("errorsPerCode")) {
            errors += count.asLong();
        }
        double seconds = summary.get("seconds").asDouble();
        StringBuilder line = new StringBuilder();
        line.append(String.format(
                Locale.ROOT,
                "transactions=%d allTransactions=%d seconds=%.6f cpu=%.6f readercpu=%.6f gcmillis=%d errors=%d slowest=%.6f bytes=%d",
                write.get("transactions").asLong(),
                all,
                seconds,
                tester.get("cpuSeconds").asDouble(),
                tester.get("readerCpuSeconds").asDouble(),
                tester.get("gcPauseMillis").asLong(),
                errors,
                write.get("latency").get("maxMillis").asDouble() / 1e3,
                summary.get("cdc").get("bytes").asLong()));
        JsonNode perMinute = write.get("newOrdersPerMinute");
        if (!perMinute.isNull()) {
            line.append(String.format(
                    Locale.ROOT,
                    " neworders=%d committed=%.0f",
                    write.get("transactionsByKind").get("new_order").asLong(),
                    perMinute.asDouble() * seconds / 60));
        }
        System.out.println(line);
    }
}
