// SPDX-License-Identifier: Apache-2.0
/** Reads plan files, which are experiments in YAML. The keys of a load follow the same rules as the options of {@code run}. */
@NullMarked
package io.github.cdctester.internal.scenario;

import org.jspecify.annotations.NullMarked;
