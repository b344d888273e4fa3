// SPDX-License-Identifier: Apache-2.0
package jdk.nashorn.api.scripting;

/**
 * A class that Java has no more since 15. Maxwell asks of each value that it prints whether it is one of these; none is, as no script is
 * run here.
 */
public final class ScriptObjectMirror {

    private ScriptObjectMirror() {}
}
