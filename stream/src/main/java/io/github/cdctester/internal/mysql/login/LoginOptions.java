// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql.login;

/**
 * @param database default database of the session; empty for none
 * @param sessionTracking whether the server adds session state changes to its OK packets, if it supports this
 */
public record LoginOptions(String database, boolean sessionTracking) {

    public static final LoginOptions NONE = new LoginOptions("", false);
}
