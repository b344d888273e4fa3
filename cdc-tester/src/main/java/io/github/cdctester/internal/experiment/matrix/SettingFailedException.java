// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

/** A setting could not be applied to a server that is there, for the second time: none of its cells can be run. */
final class SettingFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    SettingFailedException(RuntimeException cause) {
        super(cause.getMessage(), cause);
    }
}
