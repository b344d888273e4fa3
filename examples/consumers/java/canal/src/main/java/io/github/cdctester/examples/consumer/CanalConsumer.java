// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.examples.consumer;

import com.alibaba.otter.canal.instance.manager.CanalInstanceWithManager;
import com.alibaba.otter.canal.instance.manager.model.Canal;
import com.alibaba.otter.canal.instance.manager.model.CanalParameter;
import com.alibaba.otter.canal.protocol.CanalEntry;
import com.alibaba.otter.canal.protocol.ClientIdentity;
import com.alibaba.otter.canal.protocol.Message;
import com.alibaba.otter.canal.server.embedded.CanalServerWithEmbedded;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs Canal's server with one instance, and its client, in one process. Receives batches, prints {@code
 * table,key,cdc_seq} of each row, and acknowledges each batch. The client stores its position in a file in {@code
 * CDC_TESTER_STATE}.
 *
 * <p>Environment: the variables of a consumer file. Canal accepts no empty password.
 */
final class CanalConsumer {

    private static final String NAME = "judged";
    private static final int BATCH = 1_000;

    private CanalConsumer() {}

    private static String variable(String name) {
        return System.getenv().getOrDefault(name, "");
    }

    private static Canal settings() {
        CanalParameter parameter = new CanalParameter();
        parameter.setMetaMode(CanalParameter.MetaMode.LOCAL_FILE);
        parameter.setIndexMode(CanalParameter.IndexMode.META);
        parameter.setDataDir(variable("CDC_TESTER_STATE"));
        parameter.setMetaFileFlushPeriod(1_000);
        parameter.setHaMode(CanalParameter.HAMode.HEARTBEAT);
        parameter.setStorageMode(CanalParameter.StorageMode.MEMORY);
        parameter.setMemoryStorageBufferSize(32 * 1024);
        parameter.setSourcingType(CanalParameter.SourcingType.MYSQL);
        parameter.setDbAddresses(List.of(
                new InetSocketAddress(variable("CDC_TESTER_HOST"), Integer.parseInt(variable("CDC_TESTER_PORT")))));
        parameter.setDbUsername(variable("CDC_TESTER_USER"));
        parameter.setDbPassword(variable("MYSQL_PWD"));
        parameter.setSlaveId(9_104L);
        parameter.setDefaultConnectionTimeoutInSeconds(30);
        parameter.setConnectionCharset("UTF-8");
        parameter.setReceiveBufferSize(8 * 1024);
        parameter.setSendBufferSize(8 * 1024);
        parameter.setDetectingEnable(false);
        // position for the first start; later starts use Canal's own files
        parameter.setPositions(List.of("{\"journalName\":\"" + variable("CDC_TESTER_LOG_FILE") + "\",\"position\":"
                + variable("CDC_TESTER_LOG_POSITION") + "}"));
        parameter.setTsdbEnable(false);
        Canal canal = new Canal();
        canal.setId(1L);
        canal.setName(NAME);
        canal.setCanalParameter(parameter);
        return canal;
    }

    public static void main(String[] arguments) {
        Canal settings = settings();
        String tables = variable("CDC_TESTER_DATABASE") + "\\..*";
        PrintStream out = new PrintStream(
                new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16),
                false,
                StandardCharsets.UTF_8);
        CanalServerWithEmbedded server = CanalServerWithEmbedded.instance();
        server.setCanalInstanceGenerator(name -> new CanalInstanceWithManager(settings, tables));
        server.start();
        server.start(NAME);
        ClientIdentity client = new ClientIdentity(NAME, (short) 1, tables);
        server.subscribe(client);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            server.stop(NAME);
            server.stop();
        }));
        while (true) {
            Message message = server.getWithoutAck(client, BATCH, 100L, TimeUnit.MILLISECONDS);
            if (message.getId() == -1) {
                continue;
            }
            if (message.isRaw()) {
                for (com.google.protobuf.ByteString raw : message.getRawEntries()) {
                    print(parse(raw), out);
                }
            } else {
                message.getEntries().forEach(entry -> print(entry, out));
            }
            out.flush();
            server.ack(client, message.getId());
        }
    }

    private static CanalEntry.Entry parse(com.google.protobuf.ByteString raw) {
        try {
            return CanalEntry.Entry.parseFrom(raw);
        } catch (com.google.protobuf.InvalidProtocolBufferException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void print(CanalEntry.Entry entry, PrintStream out) {
        if (entry.getEntryType() != CanalEntry.EntryType.ROWDATA) {
            return;
        }
        CanalEntry.RowChange change;
        try {
            change = CanalEntry.RowChange.parseFrom(entry.getStoreValue());
        } catch (com.google.protobuf.InvalidProtocolBufferException e) {
            throw new IllegalStateException(e);
        }
        if (change.getEventType() != CanalEntry.EventType.INSERT
                && change.getEventType() != CanalEntry.EventType.UPDATE) {
            return;
        }
        String table =
                entry.getHeader().getSchemaName() + "." + entry.getHeader().getTableName();
        for (CanalEntry.RowData row : change.getRowDatasList()) {
            String key = "";
            String sequence = "0";
            for (CanalEntry.Column column : row.getAfterColumnsList()) {
                if (column.getName().equals("id")) {
                    key = column.getValue();
                } else if (column.getName().equals("cdc_seq")) {
                    sequence = column.getValue();
                }
            }
            out.println(table + "," + key + "," + sequence);
        }
    }
}
