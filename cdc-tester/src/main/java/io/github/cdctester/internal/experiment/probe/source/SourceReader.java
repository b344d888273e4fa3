// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe.source;

import io.github.cdctester.internal.usage.NoReading;
import java.util.Map;

/** Reads a probe's numbers. Used by one thread, which may be interrupted. */
public interface SourceReader extends AutoCloseable {

    /** @return finite values by series; the first reading omits values that need an earlier reading, such as rates */
    Map<String, Double> read() throws NoReading, InterruptedException;

    @Override
    default void close() {}
}
