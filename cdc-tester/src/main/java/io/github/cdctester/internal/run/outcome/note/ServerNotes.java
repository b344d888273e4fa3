// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome.note;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Plan;
import io.github.cdctester.internal.binlog.connection.ServerInfo;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** Notes about server settings, and places of servers, that are unusual in production. Notes name servers unless they are about all. */
public final class ServerNotes {

    /** A server of a stream; without a stream, the written server. */
    public record Server(Endpoint endpoint, ServerInfo info) {}

    private final List<Server> servers;
    private final List<Note> notes = new ArrayList<>();

    private ServerNotes(List<Server> servers) {
        this.servers = servers;
    }

    /**
     * @param hasNodes true if worker nodes, perhaps on other machines, measure delays or latencies
     * @param localHosts returns the hosts that are this machine
     */
    public static List<Note> of(
            Plan plan, List<Server> servers, boolean hasNodes, Function<Set<String>, Set<String>> localHosts) {
        ServerNotes collector = new ServerNotes(servers);
        Set<String> hosts = new LinkedHashSet<>();
        servers.forEach(server -> hosts.add(server.endpoint().host()));
        if (plan.writes()) {
            hosts.add(plan.endpoint().host());
        }
        Set<String> local = localHosts.apply(hosts);
        if (!hasNodes && !hosts.isEmpty() && local.containsAll(hosts)) {
            collector.notes.add(Note.of(Code.SAME_MACHINE));
        }
        if (plan.subscriber().stream()) {
            collector.addStreamNotes(local);
        }
        return collector.notes;
    }

    private void addStreamNotes(Set<String> localHosts) {
        add(
                Note.of(Code.NOT_ENCRYPTED),
                server -> !localHosts.contains(server.endpoint().host())
                        && !server.info().security().tls());
        servers.stream()
                .map(server -> server.info().binlogFormat())
                .filter(format -> !format.isEmpty() && !format.equalsIgnoreCase("ROW"))
                .distinct()
                .forEach(format -> add(
                        Note.of(Code.BINLOG_FORMAT_NOT_ROW, "binlogFormat", format),
                        server -> server.info().binlogFormat().equals(format)));
        add(
                Note.of(Code.BINLOG_CHECKSUM_OFF),
                server -> server.info().checksum().equalsIgnoreCase("NONE"));
    }

    private void add(Note note, Predicate<Server> condition) {
        List<String> addresses = servers.stream()
                .filter(condition)
                .map(server -> server.endpoint().address())
                .distinct()
                .toList();
        if (!addresses.isEmpty()) {
            notes.add(note.with("servers", servers.stream().allMatch(condition) ? List.of() : addresses));
        }
    }
}
