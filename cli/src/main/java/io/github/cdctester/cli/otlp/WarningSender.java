// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.otlp;

import io.micrometer.registry.otlp.OtlpMetricsSender;
import java.net.URI;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Tells the first failure in one line, where Micrometer would log each with its stack: a run goes on without its meters. */
final class WarningSender implements OtlpMetricsSender {

    private final URI url;
    private final OtlpMetricsSender sender;
    private final Consumer<String> warning;
    private final AtomicBoolean told = new AtomicBoolean();

    WarningSender(URI url, OtlpMetricsSender sender, Consumer<String> warning) {
        this.url = url;
        this.sender = sender;
        this.warning = warning;
    }

    @Override
    public void send(Request request) {
        try {
            sender.send(request);
        } catch (Exception e) {
            if (!told.getAndSet(true)) {
                warning.accept("meters do not arrive at " + url + " (" + reason(e)
                        + "); the run goes on without, and nothing more is said of it");
            }
        }
    }

    /** Of what the sender wraps, what it was. */
    private static String reason(Throwable e) {
        Throwable cause = e.getCause();
        return cause != null
                ? reason(cause)
                : e.getClass().getSimpleName().replace("Exception", "") + ": " + e.getMessage();
    }
}
