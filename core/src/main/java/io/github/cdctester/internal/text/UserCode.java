// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.text;

/** An object that calls a class of the user. If this class hangs, the message contains its name. */
public interface UserCode {

    String className();
}
