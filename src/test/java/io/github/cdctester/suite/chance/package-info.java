// SPDX-License-Identifier: Apache-2.0
/** Runs with random faults, which can be reproduced from their seeds. */
package io.github.cdctester.suite.chance;
