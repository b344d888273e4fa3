// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql.login;

/**
 * Options of a login, apart from the account.
 *
 * @param database default database of the session; empty for none
 * @param sessionTracking whether the server adds session state changes to its OK packets; ignored if the server does
 *     not support it
 */
public record LoginOptions(String database, boolean sessionTracking) {

    public static final LoginOptions NONE = new LoginOptions("", false);
}
