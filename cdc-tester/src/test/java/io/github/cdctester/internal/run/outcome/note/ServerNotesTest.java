// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome.note;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.PlanCopy;
import io.github.cdctester.config.SubscriberSpecCopy;
import io.github.cdctester.internal.binlog.connection.ServerInfo;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.mysql.ConnectionSecurity;
import io.github.cdctester.internal.run.outcome.note.ServerNotes.Server;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ServerNotesTest {

    private static final Endpoint DB = Endpoint.of("jdbc:mysql://db:3306/", "root", "");
    private static final Endpoint REPLICA = Endpoint.of("jdbc:mysql://replica:3306/", "root", "");
    private static final Plan WRITING = PlanCopy.of(RunResults.plan(Sysbench.oltpInsert(), LoadSpec.closedLoop(1)))
            .endpoint(DB)
            .build();
    private static final Plan READING = PlanCopy.of(WRITING).loads(List.of()).build();
    private static final Plan WITHOUT_STREAM = PlanCopy.of(WRITING)
            .subscriber(
                    SubscriberSpecCopy.of(WRITING.subscriber()).stream(false).build())
            .build();

    private static Server server(Endpoint endpoint, String format, String checksum, boolean tls) {
        return new Server(
                endpoint,
                new ServerInfo(
                        ServerInfo.Flavor.MYSQL,
                        "9.7.0",
                        "",
                        "1",
                        "db",
                        "ON",
                        format,
                        "FULL",
                        checksum,
                        "ON",
                        "OFF",
                        "16384",
                        ServerInfo.Durability.UNKNOWN,
                        new ConnectionSecurity(tls, "", "", "", false)));
    }

    private static final Server GOOD = server(DB, "ROW", "CRC32", true);
    private static final Server UNUSUAL = server(REPLICA, "MIXED", "NONE", false);

    private static List<Note> notes(Plan plan, List<Server> servers, String... localHosts) {
        return ServerNotes.of(plan, servers, false, hosts -> Set.of(localHosts));
    }

    @Test
    void noteNamesServerUnlessItIsAboutAll() {
        assertThat(notes(READING, List.of(GOOD))).isEmpty();
        Note[] notesOnReplica = {
            Note.of(Code.NOT_ENCRYPTED, "servers", List.of("replica:3306")),
            Note.of(Code.BINLOG_FORMAT_NOT_ROW, "binlogFormat", "MIXED", "servers", List.of("replica:3306")),
            Note.of(Code.BINLOG_CHECKSUM_OFF, "servers", List.of("replica:3306"))
        };
        assertThat(notes(READING, List.of(GOOD, UNUSUAL))).containsExactly(notesOnReplica);
        assertThat(notes(READING, List.of(UNUSUAL, GOOD))).containsExactly(notesOnReplica);
        assertThat(notes(READING, List.of(UNUSUAL)))
                .containsExactly(
                        Note.of(Code.NOT_ENCRYPTED),
                        Note.of(Code.BINLOG_FORMAT_NOT_ROW, "binlogFormat", "MIXED"),
                        Note.of(Code.BINLOG_CHECKSUM_OFF));
    }

    @Test
    void localServersNeedNoEncryption() {
        assertThat(notes(WRITING, List.of(server(DB, "ROW", "CRC32", false)), "db"))
                .containsExactly(Note.of(Code.SAME_MACHINE));
        assertThat(notes(READING, List.of(GOOD, UNUSUAL), "db"))
                .contains(Note.of(Code.NOT_ENCRYPTED, "servers", List.of("replica:3306")));
    }

    /** DT from a remote server, or latencies of a remote server, contain the network. */
    @Test
    void notesSameMachineOnlyIfAllServersAreLocal() {
        Server replica = server(REPLICA, "ROW", "CRC32", true);
        assertThat(notes(WRITING, List.of(replica), "db")).isEmpty();
        assertThat(notes(WRITING, List.of(replica), "replica")).isEmpty();
        assertThat(notes(READING, List.of(GOOD, replica), "db")).isEmpty();
        assertThat(notes(WRITING, List.of(replica), "db", "replica")).containsExactly(Note.of(Code.SAME_MACHINE));
        assertThat(notes(READING, List.of(replica), "replica")).containsExactly(Note.of(Code.SAME_MACHINE));
        assertThat(notes(READING, List.of(), "db")).isEmpty();
    }

    /** Worker nodes measure on other machines. */
    @Test
    void localServerOfWorkerNodesIsNotNoted() {
        assertThat(ServerNotes.of(WRITING, List.of(server(DB, "ROW", "CRC32", false)), true, hosts -> hosts))
                .isEmpty();
    }

    @Test
    void writesWithoutStreamHaveNoteOnMachineOnly() {
        assertThat(notes(WITHOUT_STREAM, List.of(server(DB, "MIXED", "NONE", false)), "db"))
                .containsExactly(Note.of(Code.SAME_MACHINE));
        assertThat(notes(WITHOUT_STREAM, List.of(server(DB, "MIXED", "NONE", false))))
                .isEmpty();
    }
}
