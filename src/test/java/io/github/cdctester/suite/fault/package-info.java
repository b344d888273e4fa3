// SPDX-License-Identifier: Apache-2.0
/**
 * Faults that only the suites use, in addition to the public faults of {@link io.github.cdctester.fault.FaultProxy}. They send
 * data of a hostile server, change answers to commits, shift clocks, and act as servers.
 */
package io.github.cdctester.suite.fault;
