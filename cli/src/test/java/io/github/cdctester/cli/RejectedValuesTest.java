// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.cli.failure.Interruption;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** These values are invalid with any server. Messages describe blank values as empty. */
class RejectedValuesTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            run --host=127.0.0.1 --port=1 --out=        | --out: empty, must be the name of a file or directory
            drain --host=127.0.0.1 --port=1 --from=earliest --out= | --out: empty, must be the name of a file or directory
            run --host=127.0.0.1 --port=1 --prometheus= | --prometheus: empty, must be PORT or HOST:PORT
            run --host=127.0.0.1 --port=1 --otlp=       | --otlp: empty, must be a URL
            run --host=127.0.0.1 --port=1 --junit=      | --junit: empty, must be the name of a file or directory
            run --host=127.0.0.1 --port=1 --ui=         | --ui: empty, must be a port from 1 to 65535
            run --host=127.0.0.1 --port=1 --ui=65536    | --ui: 65536, must be a port from 1 to 65535
            run --host=127.0.0.1 --port=1 --ui=x        | --ui: x, must be a port from 1 to 65535
            run --host=127.0.0.1 --port=1 --ui 0.0.0.0:80 | --ui: 0.0.0.0:80, must be a port alone, or one of
            subscribe --host=127.0.0.1 --port=1 --ui=192.0.2.1:80 | --ui: 192.0.2.1:80, must be a port alone
            run --url=                                  | --url: empty, must be of the form
            run --host=127.0.0.1 --port=1 --cdc-url=    | --cdc-url: empty, must be of the form
            subscribe --cdc-url=a=jdbc:x                | --cdc-url: jdbc:x, must be of the form
            judge --from-stdin --no-load --cdc-url=     | --cdc-url: empty, must be of the form
            run --host=127.0.0.1 --workers=kubernetes:2 --kubernetes-requests=cpu | --kubernetes-requests: 'cpu' is not RESOURCE=QUANTITY
            record --host=127.0.0.1 --port=1 --out=never --reader=connector | --reader: connector, must be native if
            run --host=127.0.0.1 --port=1 --workload=oltp_insert --stream=off --reader=connector | --reader: connector, must be left
            run --host=127.0.0.1 --port=1 --prepare --workload=storm --replay | --replay: on, must be off: storm names no tables
            sweep --host=127.0.0.1 --port=1 --prepare --workload=storm --replay --threads=1,2 | --replay: on, must be off: storm
            find-max --host=127.0.0.1 --port=1 --prepare --workload=storm --replay --limit=delay.p99<50ms | --replay: on, must be off: storm
            drain --host=127.0.0.1 --port=1 --reader=x  | --reader: 'x' is none of native, connector
            drain --host=127.0.0.1 --port=1 --from=now  | --from: now, must be a place in the past
            """)
    void rejectsInvalidValues(String line, String message) {
        CommandResult result = CommandResult.of(line.split(" "));
        assertThat(result.code()).as(result.err()).isEqualTo(2);
        assertThat(result.errorLines()).hasSize(2).first().asString().startsWith("cdc-tester: " + message);
    }

    @Test
    void reportsPortInUseInOneLine() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CommandResult result = CommandResult.of(
                    "subscribe", "--host=127.0.0.1", "--port=1", "--ui=" + socket.getLocalPort(), "--out=never-made");
            assertThat(result.code()).as(result.err()).isEqualTo(2);
            assertThat(result.errorLines())
                    .hasSize(2)
                    .first()
                    .asString()
                    .startsWith("cdc-tester: --ui: " + socket.getLocalPort() + ", must be a port that is free");
        }
        assertThat(Path.of("never-made")).doesNotExist();
    }

    @Test
    void uiOptionDoesNotTakePlanFileAsPort() {
        assertThat(CommandResult.of("plan", "--ui", "nowhere.yaml").errorLines())
                .first()
                .asString()
                .contains("nowhere.yaml")
                .doesNotContain("--ui");
    }

    @Test
    void helpListsReasonsForExitCode3() {
        StringWriter help = new StringWriter();
        Main.commandLine(new Interruption()).usage(new PrintWriter(help));
        assertThat(help.toString().replaceAll("\\s+", " "))
                .contains("3 a check failed: changes were lost, duplicated or reordered; the end of the stream was");
    }
}
