// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.junit;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.time.DeferredInterrupt;
import io.github.cdctester.server.EmbeddedMariaDb;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterResolutionException;

/**
 * The server of a test.
 *
 * @param process itself, if it is an embedded one
 * @param origin where it comes from, for messages
 */
record TestServer(Endpoint endpoint, @Nullable EmbeddedMariaDb process, String origin) {

    private static final Namespace NAMESPACE = Namespace.create(TestServer.class);

    /** An embedded server, closed with the context that keeps it. */
    private record Embedded(EmbeddedMariaDb server) implements AutoCloseable {

        static Embedded start() {
            try {
                return new Embedded(EmbeddedMariaDb.start());
            } catch (RunFailedException e) {
                throw new RunFailedException(e.getMessage() + "; a test does so by @CdcServer on a field", e);
            }
        }

        @Override
        public void close() {
            try (DeferredInterrupt held = DeferredInterrupt.hold()) {
                server.close();
            }
        }
    }

    /** Finds the server, or starts it. */
    static TestServer of(ExtensionContext context) {
        Optional<ServerField> field = ServerField.of(context);
        if (field.isPresent()) {
            return field.get().server(context);
        }
        EmbeddedMariaDb shared = ofClass(context)
                .getStore(NAMESPACE)
                .getOrComputeIfAbsent(Embedded.class, key -> Embedded.start(), Embedded.class)
                .server();
        return new TestServer(shared.endpoint(), shared, "embedded");
    }

    /** Returns the embedded server; fails if the server is another one. */
    EmbeddedMariaDb embedded() {
        if (process == null) {
            throw new ParameterResolutionException(
                    "the server of this test is " + origin + ", no EmbeddedMariaDb: ask for an Endpoint");
        }
        return process;
    }

    /** Returns the outermost class: nested ones share its objects. */
    static ExtensionContext ofClass(ExtensionContext context) {
        ExtensionContext at = context;
        while (at.getParent()
                .filter(parent -> parent.getTestClass().isPresent())
                .isPresent()) {
            at = at.getParent().get();
        }
        return at;
    }
}
