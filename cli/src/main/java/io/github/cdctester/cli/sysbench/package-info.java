// SPDX-License-Identifier: Apache-2.0
/** Translates command lines in sysbench's form to this tool's commands. */
@NullMarked
package io.github.cdctester.cli.sysbench;

import org.jspecify.annotations.NullMarked;
