// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql.login;

/**
 * Requests of a login besides the account.
 *
 * @param database default database of the session; empty for none
 * @param sessionTracking whether OK packets contain changes of session state, if the server supports it
 */
public record LoginOptions(String database, boolean sessionTracking) {

    public static final LoginOptions NONE = new LoginOptions("", false);
}
