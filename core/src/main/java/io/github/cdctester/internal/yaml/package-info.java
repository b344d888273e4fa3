// SPDX-License-Identifier: Apache-2.0
/**
 * YAML files that users write, as trees with line numbers, so that errors can name their place. The only package that uses
 * SnakeYAML Engine. Files contain text only: no tags, no types, no aliases.
 */
@NullMarked
package io.github.cdctester.internal.yaml;

import org.jspecify.annotations.NullMarked;
