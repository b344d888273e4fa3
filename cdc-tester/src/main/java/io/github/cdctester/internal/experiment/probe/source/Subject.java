// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe.source;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Who uses processors and memory. */
public sealed interface Subject {

    /** All of this machine, or of the container that this process is in, as the operating system shows it. */
    record WholeMachine() implements Subject {}

    /** This Java process. */
    record ThisProcess() implements Subject {}

    /** The server that this process has started, whichever process that is at the time. */
    record LocalServer() implements Subject {}

    /**
     * A process of this machine.
     *
     * @param pid its number
     */
    record OfProcess(long pid) implements Subject {}

    /**
     * A container of this machine's Docker engine.
     *
     * @param name its name or id
     */
    record Container(String name) implements Subject {}

    /** {@code this process}, {@code the server}, {@code process 123}, {@code container NAME}; nothing where it is none of these. */
    static Optional<Subject> parse(String text) {
        if (text.equals("this process")) {
            return Optional.of(new ThisProcess());
        }
        if (text.equals("the server") || text.equals("server")) {
            return Optional.of(new LocalServer());
        }
        Matcher process = Pattern.compile("process (\\d{1,10})").matcher(text);
        if (process.matches()) {
            return Optional.of(new OfProcess(Long.parseLong(process.group(1))));
        }
        Matcher container =
                Pattern.compile("container ([A-Za-z0-9][A-Za-z0-9_.-]{0,127})").matcher(text);
        return container.matches() ? Optional.of(new Container(container.group(1))) : Optional.empty();
    }
}
