// SPDX-License-Identifier: Apache-2.0
/** Reads plan files, which are experiments in YAML. */
@NullMarked
package io.github.cdctester.internal.scenario;

import org.jspecify.annotations.NullMarked;
