// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

/** What a file says of a value; makes one for each that draws. Shared by all threads. */
@FunctionalInterface
interface ValueSource {

    /**
     * Makes a value, which has nothing before its first draw.
     *
     * @param draws random numbers and counters of the thread that draws
     */
    Value value(ValueRandoms draws, Scope scope);
}
