// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.Endpoint.JdbcDriver;
import io.github.cdctester.internal.catalog.Workloads;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/** Completion candidates of options that have a converter, and are no enum. */
final class Candidates {

    private Candidates() {}

    abstract static class Words implements Iterable<String> {
        private final List<String> words;

        Words(Stream<String> words) {
            this.words = words.toList();
        }

        @Override
        public Iterator<String> iterator() {
            return words.iterator();
        }
    }

    /** The two values of a switch. */
    static final class OnOff extends Words {
        OnOff() {
            super(Stream.of("on", "off"));
        }
    }

    /** The workloads that need neither a file nor a provider. */
    static final class WorkloadNames extends Words {
        WorkloadNames() {
            super(Workloads.ALL.names().stream());
        }
    }

    /** The sources of DT. */
    static final class DelaySources extends Words {
        DelaySources() {
            super(Stream.concat(Stream.of("auto", "all"), Converters.words(DelaySource.class)));
        }
    }

    /** The JDBC drivers. */
    static final class Drivers extends Words {
        Drivers() {
            super(Converters.words(JdbcDriver.class));
        }
    }
}
