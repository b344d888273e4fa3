// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import io.github.cdctester.failure.InvalidPlanException;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * One of several streams that a run follows.
 *
 * @param name name in results and meters, for example {@code host:port}; unique in a run
 * @param endpoint the server to subscribe to
 * @param from start position in its log
 */
public record StreamSpec(String name, Endpoint endpoint, StartPosition from) {

    /** Maximum number of streams of one run. */
    public static final int MAX = 1_024;

    private static final Pattern FORM = Pattern.compile("[\\p{Graph}&&[^,=]]{1,100}");

    /**
     * Checks the name.
     *
     * @throws InvalidPlanException if it is empty, has blanks, commas or equals signs in it, or is longer than 100
     */
    public StreamSpec {
        if (!FORM.matcher(name).matches()) {
            throw new InvalidPlanException(
                    "streamName",
                    name.isEmpty() ? "empty" : name,
                    "a name of 1 to 100 characters without blanks, ',' and '='");
        }
    }

    /** Follows an endpoint from its present end, under its address. */
    public static StreamSpec at(Endpoint endpoint) {
        return new StreamSpec(endpoint.address(), endpoint, StartPosition.now());
    }

    /**
     * Follows the same log several times, like several consumers.
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
     * Refuses a number of streams that is out of range.
     *
     * @throws InvalidPlanException if the count is not from 1 to {@value #MAX}
     */
    public static void refuseCount(int count) {
        if (count < 1 || count > MAX) {
            throw new InvalidPlanException("streams", count, "a whole number from 1 to " + MAX);
        }
    }

    /**
     * Names the log of a multi-stream CDC that this stream starts in: PolarDB-X names the files of its streams
     * {@code GROUP_stream_N_binlog.000001}, and reports the end of such a log only if the query names it.
     *
     * @return the stream's name at the server, or an empty string if the server has one log
     */
    public String logName() {
        return from instanceof StartPosition.At at ? at.logName() : "";
    }
}
