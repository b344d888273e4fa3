// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

/** The definition of a value in a file; makes a value for each thread. Shared by all threads. */
@FunctionalInterface
interface ValueSource {

    /** A value of the thread that draws, which has nothing before its first draw. */
    Value value(ValueRandoms draws, Scope scope);
}
