// SPDX-License-Identifier: Apache-2.0
/**
 * Faults for the suites only, in addition to the public ones of {@link io.github.cdctester.fault.FaultProxy}: data of a hostile
 * server, false answers to commits, changed clocks, and fake servers.
 */
package io.github.cdctester.suite.fault;
