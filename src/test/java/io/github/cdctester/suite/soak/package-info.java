// SPDX-License-Identifier: Apache-2.0
/** A long run at full speed, and what it holds on to meanwhile. */
package io.github.cdctester.suite.soak;
