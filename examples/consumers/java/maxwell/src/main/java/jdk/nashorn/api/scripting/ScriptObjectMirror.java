// SPDX-License-Identifier: Apache-2.0
package jdk.nashorn.api.scripting;

/**
 * Replaces a class that Java removed in version 15. Maxwell checks if a printed value has this type. No value has it,
 * because no script runs here.
 */
public final class ScriptObjectMirror {

    private ScriptObjectMirror() {}
}
