// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.config.StatementSending;
import io.github.cdctester.failure.InvalidPlanException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Workloads that are written in YAML. */
public final class Scripted {

    private static final int MOST_BYTES = 1 << 20;

    private Scripted() {}

    /**
     * Reads a file; its name without the extension is the workload's.
     *
     * @param file a file of UTF-8 text, at most 1 MiB
     * @return the workload
     * @throws InvalidPlanException if it cannot be read, is too large or no UTF-8
     */
    public static ScriptSpec file(Path file) {
        String fileName = String.valueOf(file.getFileName());
        return of(fileName.replaceFirst("(?<=.)\\.[^.]*$", ""), file.toString(), read(file));
    }

    /**
     * Takes a text.
     *
     * @param name the workload's name
     * @param text the YAML
     * @return the workload
     */
    public static ScriptSpec yaml(String name, String text) {
        return of(name, name, text);
    }

    private static ScriptSpec of(String name, String source, String text) {
        return new ScriptSpec(name, source, text, Map.of(), RandomNumbers.DEFAULT, StatementSending.DEFAULT);
    }

    private static String read(Path file) {
        // a pipe or a device would not end, or would be gone when it is read
        if (!Files.isRegularFile(file)) {
            throw wrong(file, Files.exists(file) ? "a file, not a directory or a device" : "a file that is there");
        }
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MOST_BYTES + 1);
        } catch (IOException e) {
            throw wrong(file, "a file that can be read");
        }
        if (bytes.length > MOST_BYTES) {
            throw wrong(file, "a file of at most 1 MiB");
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw wrong(file, "a file of UTF-8 text");
        }
    }

    private static InvalidPlanException wrong(Path file, String expected) {
        return new InvalidPlanException("workloadFile", file, expected);
    }
}
