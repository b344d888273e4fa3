// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.html;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

/** Reads the style sheet and the scripts from this jar. */
final class PageResources {

    /** In loading order, because a script may use the scripts before it. */
    private static final List<String> SCRIPTS =
            List.of("numbers.js", "colours.js", "option.js", "picture.js", "chart.js", "report.js");

    private PageResources() {}

    static String style() {
        return resource("report.css");
    }

    /** The build copies ECharts, with its licence, from the WebJar. */
    static String engine() {
        return resource("echarts.min.js");
    }

    static String liveScript() {
        return script() + resource("live.js");
    }

    static String script() {
        StringBuilder text = new StringBuilder("\"use strict\";\n");
        SCRIPTS.forEach(name -> text.append(resource(name)));
        return text.toString();
    }

    /** Uses the syntax of a content security policy. */
    static String hash(String script) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    private static String resource(String name) {
        try (InputStream in = PageResources.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing in the jar of " + PageResources.class.getName());
            }
            // browsers convert CR LF to LF before they compute the hash
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
