// SPDX-License-Identifier: Apache-2.0
/**
 * Experiments in a YAML file. The settings of a load equal the options of {@code run}: the same words, read by the same converters.
 */
@NullMarked
package io.github.cdctester.cli.scenario;

import org.jspecify.annotations.NullMarked;
