// SPDX-License-Identifier: Apache-2.0
/** Runs with faults by chance, of which each one can be repeated from its seed. */
package io.github.cdctester.suite.chance;
