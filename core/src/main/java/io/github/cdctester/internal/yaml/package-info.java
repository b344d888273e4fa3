// SPDX-License-Identifier: Apache-2.0
/**
 * Reads users' YAML files as trees with line numbers for error messages. Files contain text only: no tags, no types, no aliases.
 * Only this package uses SnakeYAML Engine.
 */
@NullMarked
package io.github.cdctester.internal.yaml;

import org.jspecify.annotations.NullMarked;
