// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe.source;

import io.github.cdctester.internal.json.JsonNumber;
import java.util.Map;

/** One number of an endpoint that answers in JSON. */
final class JsonReader implements SourceReader {

    static final String ACCEPTED = "application/json,*/*;q=0.1";

    private final HttpFetch endpoint;
    private final String pointer;
    private final SeriesNames names;

    JsonReader(HttpFetch endpoint, String pointer, SeriesNames names) {
        this.endpoint = endpoint;
        this.pointer = pointer;
        this.names = names;
    }

    @Override
    public Map<String, Double> read() throws NoReading, InterruptedException {
        String text = endpoint.text();
        try {
            return Map.of(names.single(), JsonNumber.at(pointer, text));
        } catch (IllegalArgumentException e) {
            throw NoReading.answered("json", String.valueOf(e.getMessage()));
        }
    }
}
