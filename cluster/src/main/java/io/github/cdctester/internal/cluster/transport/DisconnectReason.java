// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.transport;

import io.grpc.Status;
import java.io.EOFException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Words for a failed connection, which name what to check. */
final class DisconnectReason {

    private DisconnectReason() {}

    static String of(Throwable e) {
        Status status = Status.fromThrowable(e);
        for (Throwable cause = status.getCause(); cause != null; cause = cause.getCause()) {
            String known = known(cause);
            if (known != null) {
                return known;
            }
        }
        String said = status.getDescription();
        if (said != null
                && (said.contains("End of stream") || said.contains("shutdownNow") || said.contains("Rst Stream"))) {
            return "it has closed its connection";
        }
        return said == null ? status.getCode().name() : said.replaceAll("\\R", ": ");
    }

    private static @Nullable String known(Throwable cause) {
        if (cause instanceof SSLException || cause instanceof java.security.cert.CertificateException) {
            return "it has another secret, or is no worker node (" + cause.getMessage() + ")";
        }
        if (cause instanceof ConnectException
                || cause instanceof NoRouteToHostException
                || cause instanceof UnknownHostException) {
            return "it cannot be reached (" + cause.getMessage() + ")";
        }
        if (cause instanceof EOFException || cause instanceof SocketException) {
            return "its connection broke (" + cause.getMessage() + ")";
        }
        return null;
    }
}
