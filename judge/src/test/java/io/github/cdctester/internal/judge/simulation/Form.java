// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.simulation;

import io.github.cdctester.consumer.ConsumerLines;
import io.github.cdctester.consumer.ConsumerLines.Format;
import io.github.cdctester.result.ConsumerResult.Identity;
import java.util.List;
import org.jspecify.annotations.Nullable;

enum Form {
    /** The consumer calls the probe directly. */
    PROBE(null),
    DEBEZIUM(Format.DEBEZIUM),
    DEBEZIUM_WITH_SCHEMA(Format.AUTO),
    CLOUD_EVENT(Format.AUTO),
    KCAT(Format.AUTO),
    FLAT(Format.AUTO),
    MAXWELL(Format.AUTO),
    CANAL(Format.AUTO),
    CSV(Format.CSV),
    /** Lines of Debezium that state their transaction in {@code source.gtid}. */
    DEBEZIUM_BY_GTID(Format.AUTO),
    /** A line with a GTID, or with a file and position. */
    NAMES(Format.AUTO);

    private final @Nullable Format format;

    Form(@Nullable Format format) {
        this.format = format;
    }

    static List<Form> of(Identity identity) {
        return switch (identity) {
            case ROW -> List.of(PROBE, DEBEZIUM, DEBEZIUM_WITH_SCHEMA, CLOUD_EVENT, KCAT, FLAT, MAXWELL, CANAL, CSV);
            case GTID -> List.of(PROBE, NAMES, DEBEZIUM_BY_GTID);
            case POSITION -> List.of(PROBE, NAMES);
        };
    }

    boolean printsLines() {
        return format != null;
    }

    ConsumerLines.Shape shape(Identity identity) {
        return ConsumerLines.Shape.DEFAULT
                .withFormat(format == null ? Format.AUTO : format)
                .withIdentity(identity);
    }

    /** @param stamp 0 for a row without a stamp */
    String line(String table, String key, long stamp) {
        String row = "{\"id\":\"" + key + "\",\"c\":\"x\",\"cdc_seq\":" + (stamp == 0 ? "null" : stamp) + "}";
        return switch (this) {
            case DEBEZIUM -> envelope(table, row);
            case DEBEZIUM_WITH_SCHEMA -> "{\"schema\":{},\"payload\":" + envelope(table, row) + "}";
            case CLOUD_EVENT ->
                "{\"id\":\"x\",\"source\":\"/d\",\"specversion\":\"1.0\",\"type\":\"io.debezium.connector.mysql.DataChangeEvent\",\"data\":{\"payload\":"
                        + envelope(table, row) + "}}";
            case KCAT ->
                "{\"topic\":\"" + table + "\",\"partition\":0,\"offset\":5,\"key\":\"\",\"payload\":\""
                        + envelope(table, row).replace("\"", "\\\"") + "\"}";
            case FLAT ->
                "{\"id\":\"" + key + "\",\"c\":\"x\",\"cdc_seq\":" + (stamp == 0 ? "null" : stamp)
                        + ",\"__op\":\"c\",\"__table\":\"" + table + "\",\"ts_ms\":1}";
            case MAXWELL ->
                "{\"database\":\"shop\",\"table\":\"" + table + "\",\"type\":\"insert\",\"ts\":1,\"data\":" + row + "}";
            case CANAL ->
                "{\"database\":\"shop\",\"table\":\"" + table
                        + "\",\"type\":\"INSERT\",\"isDdl\":false,\"pkNames\":[\"id\"],\"data\":[" + row + "]}";
            case CSV -> "shop." + table + "," + key + "," + stamp;
            default -> throw new IllegalStateException(this + " has no lines about rows");
        };
    }

    /** {@code position} is the start of the transaction. */
    static String transactionRowLine(String key, String gtid, long position, int row) {
        return "{\"op\":\"u\",\"after\":{\"id\":\"" + key
                + "\"},\"source\":{\"connector\":\"mysql\",\"db\":\"shop\",\"table\":\"t\"," + "\"gtid\":\"" + gtid
                + "\",\"pos\":" + position + ",\"row\":" + row + "}}";
    }

    private static String envelope(String table, String row) {
        return "{\"op\":\"c\",\"before\":null,\"after\":" + row
                + ",\"source\":{\"connector\":\"mysql\",\"db\":\"shop\",\"table\":\"" + table + "\"},\"ts_ms\":1}";
    }
}
