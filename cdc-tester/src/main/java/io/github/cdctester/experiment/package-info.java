// SPDX-License-Identifier: Apache-2.0
/**
 * What experiments are made of: what a sweep goes over, what a plan goes through, and who is told how it goes.
 */
@NullMarked
package io.github.cdctester.experiment;

import org.jspecify.annotations.NullMarked;
