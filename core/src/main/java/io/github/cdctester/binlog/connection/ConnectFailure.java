// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.binlog.connection;

import com.github.shyiko.mysql.binlog.network.AuthenticationException;
import io.github.cdctester.binlog.event.ServerErrorException;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.CdcTesterException;
import io.github.cdctester.failure.RunFailedException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import javax.net.ssl.SSLException;

/** Turns what can go wrong while connecting into one line that says what to look at. */
public final class ConnectFailure {

    private ConnectFailure() {}

    /**
     * Tells whether the server did not let the account in, which another attempt would not change.
     *
     * @param cause why there is no connection
     * @return whether it is about the user and the password
     */
    public static boolean isRefusedLogin(Throwable cause) {
        return cause instanceof AuthenticationException;
    }

    static CdcTesterException explain(Endpoint endpoint, Exception e) {
        if (e instanceof CdcTesterException ours) {
            return ours;
        }
        return new RunFailedException(message(endpoint, e), e);
    }

    private static String message(Endpoint endpoint, Exception e) {
        String address = endpoint.address();
        if (e instanceof UnresolvedAddressException || e instanceof UnknownHostException) {
            return "unknown host " + endpoint.host() + "; check --host or --url";
        }
        if (e instanceof AuthenticationException refused) {
            return "login refused by " + address + " for user '" + endpoint.user() + "': " + refused.getMessage()
                    + "; check --user and --password";
        }
        if (e instanceof SSLException && String.valueOf(e.getMessage()).contains("PKIX")) {
            return "TLS to " + address
                    + " failed: its certificate is not signed by a trusted authority; give the authority"
                    + " with --ssl-ca, or use --ssl-mode REQUIRED";
        }
        if (e instanceof SSLException) {
            return "TLS to " + address + " failed: " + e.getMessage() + "; check --ssl-mode and --ssl-ca";
        }
        if (e instanceof SocketTimeoutException) {
            return "no answer from " + address + " in time; is a MySQL-protocol server listening there?";
        }
        if (e instanceof ConnectException) {
            return "cannot connect to " + address + ": " + e.getMessage() + "; is the server running there?";
        }
        if (e instanceof ServerErrorException) {
            return address + " refused the connection: " + e.getMessage();
        }
        return "connecting to " + address + " failed: " + e;
    }
}
