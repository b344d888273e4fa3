// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import io.github.cdctester.failure.RunFailedException;

/** A server has accepted a setting, and does not show it: what is measured then is not about this setting. */
public final class SettingNotTakenException extends RunFailedException {

    private static final long serialVersionUID = 1L;

    SettingNotTakenException(String message) {
        super(message);
    }
}
