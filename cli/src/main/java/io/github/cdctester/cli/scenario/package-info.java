// SPDX-License-Identifier: Apache-2.0
/**
 * Experiments that are written in a YAML file. What a load can be told there is what the options of {@code run} tell it: the
 * same words, read by the same converters.
 */
@NullMarked
package io.github.cdctester.cli.scenario;

import org.jspecify.annotations.NullMarked;
