// SPDX-License-Identifier: Apache-2.0
/**
 * The settings of a run: the {@link io.github.cdctester.config.Plan} and its parts, as immutable records that validate
 * their values. Except for annotations, the package depends only on the JDK. Default values are in {@link
 * io.github.cdctester.config.Defaults}.
 */
@NullMarked
package io.github.cdctester.config;

import org.jspecify.annotations.NullMarked;
