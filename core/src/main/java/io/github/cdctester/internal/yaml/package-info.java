// SPDX-License-Identifier: Apache-2.0
/**
 * Reads YAML files of users as trees with line numbers, so that error messages contain the position. Only this package
 * uses SnakeYAML Engine. Files contain text only: no tags, no types, no aliases.
 */
@NullMarked
package io.github.cdctester.internal.yaml;

import org.jspecify.annotations.NullMarked;
