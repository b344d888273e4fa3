// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.text;

/** Calls a class of the user. The message about a transaction that does not end contains the name of this class. */
public interface UserCode {

    String className();
}
