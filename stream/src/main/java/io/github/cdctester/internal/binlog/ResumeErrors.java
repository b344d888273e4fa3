// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;

/** Describes why a broken stream cannot be resumed: its position, the last error, and the errors of skipped servers. */
record ResumeErrors(FailoverServers servers, Reconnection reconnection, Resumption resumption) {

    static String text(Throwable cause) {
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }

    /** Adds the stream's position and the errors of skipped servers to a server error, if the stream was being resumed. */
    Exception withPosition(Exception e) {
        String skipped = servers.describeSkipped(resumption.followed().endpoint());
        boolean isResuming = reconnection.isBroken() || !skipped.isEmpty();
        return isResuming && e instanceof ServerErrorException
                ? new RunFailedException(
                        "it cannot be resumed after " + resumption.describePosition() + ": " + text(e) + skipped, e)
                : e;
    }

    RunFailedException afterPause(Exception e) {
        return new RunFailedException(
                "after a pause it cannot be resumed after " + resumption.describePosition() + ": " + text(e), e);
    }

    /** Returns the failure of a stream that broke for {@code breakCause}, and that this server does not continue. */
    RunFailedException refused(Exception breakCause, Endpoint endpoint, Exception refusal) {
        return new RunFailedException(
                text(breakCause) + "; it cannot be resumed: " + text(refusal) + servers.describeSkipped(endpoint),
                refusal);
    }

    /**
     * Returns the failure of a stream whose attempts to reconnect have ended.
     *
     * @param lastError the error of the last attempt; {@code breakCause} if no attempt to connect has failed
     */
    RunFailedException notReconnected(Exception breakCause, Exception lastError) {
        return new RunFailedException(text(breakCause) + "; " + attemptsText(breakCause, lastError), lastError);
    }

    @SuppressWarnings("ReferenceEquality") // the same object: no connection attempt has failed since the break
    private String attemptsText(Exception breakCause, Exception lastError) {
        int attempts = reconnection.attempts();
        if (attempts == 0) {
            return "no attempt to reconnect was made";
        }
        String reason = lastError == breakCause
                ? attempts + " attempts to resume after " + resumption.describePosition()
                        + " have brought no whole transaction"
                : attempts + " attempts to connect again failed, the last one: " + text(lastError);
        return reason + servers.describeSkipped(null);
    }
}
