// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.recording;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.access.SecretFile;
import io.github.cdctester.internal.json.JsonObject;
import io.github.cdctester.internal.json.RecordJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a recording says of its server: recording.json.
 *
 * @param gtidsBefore the GTIDs before the recording; {@code null} where they are not known
 * @param variables all global variables, by names in lower case
 */
public record RecordedServer(
        int recordingVersion,
        boolean mariaDb,
        boolean gtids,
        @Nullable String gtidsBefore,
        Map<String, String> variables) {

    static final int VERSION = 1;
    static final String NAME = "recording.json";

    RecordedServer behind(String known) {
        return new RecordedServer(recordingVersion, mariaDb, gtids, known, variables);
    }

    /** The empty string where the server has none of that name. */
    public String variable(String name) {
        return variables.getOrDefault(name, "");
    }

    void write(Path directory) throws IOException {
        Path part = directory.resolve("." + NAME + ".part");
        Files.write(part, RecordJson.PLAIN.bytes(RecordedServer.class, this));
        Files.move(part, directory.resolve(NAME), StandardCopyOption.REPLACE_EXISTING);
    }

    static RecordedServer read(Path directory) {
        try {
            byte[] json = Files.readAllBytes(directory.resolve(NAME));
            long version = JsonObject.parse(new String(json, StandardCharsets.UTF_8))
                    .map(head -> head.number("recordingVersion", 0))
                    .orElse(0L);
            if (version != VERSION) {
                throw refused(
                        directory,
                        "its version is " + version + ", not " + VERSION
                                + (version > VERSION ? "; use a newer cdc-tester" : ""));
            }
            RecordedServer server = RecordJson.PLAIN.read(json, RecordedServer.class);
            if (server.variables == null || server.variables.containsValue(null)) {
                throw refused(directory, NAME + ": the variables are missing");
            }
            return server;
        } catch (IOException e) {
            throw refused(directory, NAME + ": " + SecretFile.why(e));
        } catch (IllegalArgumentException e) {
            throw refused(directory, NAME + ": " + e.getMessage());
        }
    }

    static InvalidPlanException refused(Path directory, String why) {
        return new InvalidPlanException("recording", directory, "a directory with a recording (" + why + ")");
    }
}
