// SPDX-License-Identifier: Apache-2.0
package jdk.nashorn.api.scripting;

/**
 * A class that Java removed in version 15. Maxwell compares each printed value with this type; no value has it, because no script
 * runs here.
 */
public final class ScriptObjectMirror {

    private ScriptObjectMirror() {}
}
