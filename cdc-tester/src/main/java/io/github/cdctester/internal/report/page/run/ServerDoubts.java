// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.run;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.internal.report.PlainText;
import io.github.cdctester.internal.report.page.model.Doubt;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.ServerSummary;

/** In what the server, and the way to it, may be unlike a production's. */
record ServerDoubts(DoubtSink sink) {

    private static final String ELSEWHERE = "Compare runs with the same setting only.";

    void of(RunResult result) {
        ServerSummary server = result.server();
        boolean here =
                result.plan().streams().stream().map(StreamSpec::endpoint).anyMatch(ServerDoubts::isHere);
        if (here) {
            sink.add(
                    27,
                    new Doubt(
                            "Tester and server share a machine",
                            "The stream came over loopback: there is no network in DT, and both take processors from each other.",
                            "Measure from another machine what a consumer there would see."));
        }
        if (!server.tls() && !here) {
            sink.add(
                    39,
                    new Doubt(
                            "The stream was not encrypted",
                            "With TLS the server and the reader need more time a byte, and DT is longer.",
                            "Measure with TLS if production has it."));
        }
        if (!server.binlogFormat().isEmpty() && !server.binlogFormat().equalsIgnoreCase("ROW")) {
            sink.add(
                    28,
                    new Doubt(
                            "binlog_format is " + PlainText.line(server.binlogFormat()),
                            "Statements are logged in place of rows, or beside them: bytes and events are others.",
                            ELSEWHERE));
        }
        if (server.checksum().equalsIgnoreCase("NONE")) {
            sink.add(
                    41,
                    new Doubt(
                            "binlog_checksum is NONE",
                            "Four bytes an event and the time to make them are saved.",
                            ELSEWHERE));
        }
    }

    private static boolean isHere(Endpoint endpoint) {
        String host = endpoint.host();
        return host.equalsIgnoreCase("localhost") || host.startsWith("127.") || host.equals("::1");
    }
}
