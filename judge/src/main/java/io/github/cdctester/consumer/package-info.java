// SPDX-License-Identifier: Apache-2.0
/**
 * Probes that receive the reports of a consumer under test, and readers of the lines that a consumer prints. Definitions are in
 * docs/judge.md.
 */
@NullMarked
package io.github.cdctester.consumer;

import org.jspecify.annotations.NullMarked;
