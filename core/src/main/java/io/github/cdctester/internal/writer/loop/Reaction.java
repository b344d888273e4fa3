// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

/** The reaction of a worker to an event. */
@FunctionalInterface
interface Reaction {

    void run() throws Throwable;
}
