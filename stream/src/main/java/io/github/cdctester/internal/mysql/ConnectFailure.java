// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.failure.CdcTesterException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.mysql.login.LoginException;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Map;
import javax.net.ssl.SSLException;

/** Explains a connection error in one line, with the likely cause. */
public final class ConnectFailure {

    private static final int ER_ACCESS_DENIED = 1045;

    /** Errors of MySQL and MariaDB that a retry does not fix, with advice. */
    private static final Map<Integer, String> LOGIN_ERRORS = Map.ofEntries(
            Map.entry(1044, "GRANT the account its privileges"),
            Map.entry(ER_ACCESS_DENIED, "check " + Setting.USER + " and " + Setting.PASSWORD),
            Map.entry(
                    1129,
                    "the server has blocked this machine after failed connections: FLUSH HOSTS there, or TRUNCATE"
                            + " performance_schema.host_cache"),
            Map.entry(1130, "the server has no account for this machine: CREATE USER 'name'@'this machine'"),
            Map.entry(1524, "the account's plugin is not loaded in the server"),
            Map.entry(1698, "check " + Setting.USER + " and " + Setting.PASSWORD),
            Map.entry(1820, "the password has expired: ALTER USER … IDENTIFIED BY … with the server's own client"),
            Map.entry(1862, "the password has expired: ALTER USER … IDENTIFIED BY … with the server's own client"),
            Map.entry(3118, "ALTER USER … ACCOUNT UNLOCK"),
            Map.entry(3159, "the server takes encrypted connections only: use another " + Setting.SSL_MODE),
            Map.entry(3955, "the account is locked after failed logins: wait, or ALTER USER … ACCOUNT UNLOCK"),
            Map.entry(4151, "ALTER USER … ACCOUNT UNLOCK"));

    private ConnectFailure() {}

    /** Returns true if a retry does not help. */
    public static boolean isRefusedLogin(Throwable cause) {
        return cause instanceof LoginException
                || cause instanceof ServerErrorException error && LOGIN_ERRORS.containsKey(error.code());
    }

    static CdcTesterException toException(Endpoint endpoint, boolean isEncrypted, Exception e) {
        if (e instanceof CdcTesterException testerException) {
            return testerException;
        }
        return new RunFailedException(message(endpoint, isEncrypted, e), e);
    }

    private static String message(Endpoint endpoint, boolean isEncrypted, Exception e) {
        String address = endpoint.address();
        if (e instanceof UnresolvedAddressException || e instanceof UnknownHostException) {
            return "unknown host " + endpoint.host() + "; check " + Setting.HOST + " or " + Setting.URL;
        }
        if (e instanceof LoginException loginFailure) {
            return "login to " + address + " as user '" + endpoint.user() + "' failed: " + loginFailure.getMessage();
        }
        if (e instanceof ServerErrorException error && isRefusedLogin(error)) {
            return "login refused by " + address + " for user '" + endpoint.user() + "': " + error.getMessage() + "; "
                    + remedy(endpoint, isEncrypted, error.code());
        }
        if (e instanceof SSLException tlsError) {
            return "TLS to " + address + " failed: " + tlsFailure(endpoint, tlsError);
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
        if (e instanceof EOFException) {
            return address + " closed the connection before the login was done; is it a MySQL-protocol server?";
        }
        String reason = e instanceof IOException && e.getMessage() != null ? e.getMessage() : e.toString();
        return "connecting to " + address + " failed: " + reason;
    }

    private static String remedy(Endpoint endpoint, boolean isEncrypted, int code) {
        String advice = String.valueOf(LOGIN_ERRORS.get(code));
        if (code != ER_ACCESS_DENIED || isEncrypted) {
            return advice;
        }
        return advice
                + (endpoint.serverPublicKey() == null
                        ? ""
                        : "; is " + Setting.SERVER_PUBLIC_KEY + " this server's key?")
                + "; an account that requires TLS needs another " + Setting.SSL_MODE;
    }

    private static String tlsFailure(Endpoint endpoint, SSLException e) {
        if (hasCause(e, CertificateExpiredException.class)) {
            return "its certificate has expired; renew it, or use " + Setting.SSL_MODE + " REQUIRED";
        }
        if (hasCause(e, CertificateNotYetValidException.class)) {
            return "its certificate is not valid yet; look at both clocks, or use " + Setting.SSL_MODE + " REQUIRED";
        }
        String message = String.valueOf(e.getMessage());
        if (message.contains("PKIX")) {
            return "its certificate is not signed by a trusted authority; give the authority with " + Setting.SSL_CA
                    + ", or use " + Setting.SSL_MODE + " REQUIRED";
        }
        if (endpoint.sslMode() == SslMode.VERIFY_IDENTITY && hasCause(e, CertificateException.class)) {
            return "its certificate is not valid for " + endpoint.host() + " (" + message
                    + "); connect with a host name that the certificate contains, or use " + Setting.SSL_MODE
                    + " VERIFY_CA";
        }
        return message + "; check " + Setting.SSL_MODE + " and " + Setting.SSL_CA;
    }

    private static boolean hasCause(Throwable e, Class<? extends Throwable> type) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }
}
