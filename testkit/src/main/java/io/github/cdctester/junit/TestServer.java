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
 * @param embeddedServer {@code null} if the server is not embedded
 * @param origin for messages: the field that contains the server, or {@code embedded}
 */
record TestServer(Endpoint endpoint, @Nullable EmbeddedMariaDb embeddedServer, String origin) {

    private static final Namespace NAMESPACE = Namespace.create(TestServer.class);

    /** JUnit closes the server together with the context whose store contains it. */
    private record EmbeddedServer(EmbeddedMariaDb server) implements AutoCloseable {

        static EmbeddedServer start() {
            try {
                return new EmbeddedServer(EmbeddedMariaDb.start());
            } catch (RunFailedException e) {
                throw new RunFailedException(e.getMessage() + "; a test does so by @CdcServer on a field", e);
            }
        }

        @Override
        public void close() {
            try (DeferredInterrupt ignored = DeferredInterrupt.begin()) {
                server.close();
            }
        }
    }

    static TestServer of(ExtensionContext context) {
        Optional<ServerField> field = ServerField.of(context);
        if (field.isPresent()) {
            return field.get().server(context);
        }
        EmbeddedMariaDb sharedServer = outermostClassContext(context)
                .getStore(NAMESPACE)
                .getOrComputeIfAbsent(EmbeddedServer.class, key -> EmbeddedServer.start(), EmbeddedServer.class)
                .server();
        return new TestServer(sharedServer.endpoint(), sharedServer, "embedded");
    }

    EmbeddedMariaDb embedded() {
        if (embeddedServer == null) {
            throw new ParameterResolutionException(
                    "the server of this test is " + origin + ", not an EmbeddedMariaDb: use an Endpoint");
        }
        return embeddedServer;
    }

    /** Nested classes share the objects in its store. */
    static ExtensionContext outermostClassContext(ExtensionContext context) {
        ExtensionContext outermostContext = context;
        while (outermostContext
                .getParent()
                .filter(parent -> parent.getTestClass().isPresent())
                .isPresent()) {
            outermostContext = outermostContext.getParent().get();
        }
        return outermostContext;
    }
}
