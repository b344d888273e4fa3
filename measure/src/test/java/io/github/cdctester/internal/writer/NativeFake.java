// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.internal.writer.loop.FakeServer;
import io.github.cdctester.internal.writer.loop.NativeClient;
import io.github.cdctester.internal.writer.loop.NumberedWrites;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;

/** Runs a {@link FakeWorkload} in a fake server, for workers with native connections. Each transaction contains one write. */
final class NativeFake implements AutoCloseable {

    private static final String WRITE = "WRITE ";

    private final FakeServer server;
    private final NumberedWrites writes;
    private volatile RuntimeException failure;

    NativeFake(FakeWorkload workload, boolean failsAtCommit) {
        writes = new NumberedWrites(!failsAtCommit) {
            @Override
            protected void onWriteResponse() {
                RuntimeException thrown = failure;
                if (thrown != null) {
                    throw thrown;
                }
            }
        };
        try {
            server = new FakeServer((connection, command) -> respond(workload, command));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] respond(FakeWorkload workload, String command) {
        if (!command.startsWith(WRITE)) {
            return FakeServer.OK;
        }
        try {
            workload.run(Integer.parseInt(command.substring(WRITE.length())));
            return FakeServer.OK;
        } catch (SQLException e) {
            return e.getErrorCode() == 0 ? null : FakeServer.error(e.getErrorCode(), e.getSQLState());
        } catch (RuntimeException e) {
            failure = e; // the worker throws it
            return FakeServer.OK;
        }
    }

    Workers.Factory workers() {
        return NativeClient.open(server.endpoint(), writes, null);
    }

    FakeServer server() {
        return server;
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
