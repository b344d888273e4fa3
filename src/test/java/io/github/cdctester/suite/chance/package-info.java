// SPDX-License-Identifier: Apache-2.0
/** Seeds reproduce the random faults. */
package io.github.cdctester.suite.chance;
