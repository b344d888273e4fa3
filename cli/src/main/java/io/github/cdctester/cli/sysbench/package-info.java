// SPDX-License-Identifier: Apache-2.0
/** Command lines in sysbench's form, translated to the commands here: the only package with this mapping. */
@NullMarked
package io.github.cdctester.cli.sysbench;

import org.jspecify.annotations.NullMarked;
