// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import io.github.cdctester.failure.InvalidPlanException;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A stream that a run follows.
 *
 * @param name name in results and meters, for example {@code host:port}; unique in a run
 * @param endpoint the server of the stream
 * @param from start position in the server's log
 */
public record StreamSpec(String name, Endpoint endpoint, StartPosition from) {

    /** Maximum number of streams of one run. */
    public static final int MAX = 1_024;

    private static final Pattern FORM = Pattern.compile("[\\p{Graph}&&[^,=]]{1,100}");

    /**
     * Checks the name.
     *
     * @throws InvalidPlanException if the name is empty, is longer than 100 characters, or contains spaces, commas, equals signs
     *     or non-ASCII characters
     */
    public StreamSpec {
        if (!FORM.matcher(name).matches()) {
            throw new InvalidPlanException(
                    "streamName",
                    name.isEmpty() ? "empty" : name,
                    "a name of 1 to 100 ASCII characters without blanks, ',' and '='");
        }
    }

    /** Creates a stream from the current end of a server's log, named after the server's address. */
    public static StreamSpec at(Endpoint endpoint) {
        return new StreamSpec(endpoint.address(), endpoint, StartPosition.now());
    }

    /**
     * Creates several streams of the same log, to simulate several consumers.
     *
     * @return streams named stream-1, stream-2 and so on
     * @throws InvalidPlanException if the count is not from 1 to {@value #MAX}
     */
    public static List<StreamSpec> copies(int count, Endpoint endpoint, StartPosition from) {
        refuseCount(count);
        return IntStream.rangeClosed(1, count)
                .mapToObj(number -> new StreamSpec("stream-" + number, endpoint, from))
                .toList();
    }

    /**
     * Checks the number of streams.
     *
     * @throws InvalidPlanException if the count is not from 1 to {@value #MAX}
     */
    public static void refuseCount(int count) {
        if (count < 1 || count > MAX) {
            throw new InvalidPlanException("streams", count, "a whole number from 1 to " + MAX);
        }
    }

    /**
     * Returns the name of this stream's log on a server with several logs. PolarDB-X names the files of its streams {@code
     * GROUP_stream_N_binlog.000001}, and reports the end of such a log only if the query contains its name.
     *
     * @return the log's name at the server; empty if the start position contains no such name
     */
    public String logName() {
        return from instanceof StartPosition.At at ? at.logName() : "";
    }
}
