// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.internal.experiment.matrix.CellOrder.Cell;
import io.github.cdctester.internal.experiment.matrix.setting.MatrixSetting;
import io.github.cdctester.internal.experiment.matrix.setting.SettingSwitch;
import io.github.cdctester.internal.experiment.matrix.setting.SettingSwitch.SettingWithoutEffectException;
import io.github.cdctester.stop.StopSignal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Applies settings to the server, once per block of cells. Not thread-safe. */
final class MatrixServer {

    private static final Duration NO_WAIT = Duration.ZERO;

    private final SettingSwitch settingSwitch;
    private final ExperimentListener listener;
    private int appliedBlock;
    private @Nullable MatrixSetting failedSetting;
    private int refusedBlock;
    private @Nullable SettingWithoutEffectException refusal;

    MatrixServer(SettingSwitch settingSwitch, ExperimentListener listener) {
        this.settingSwitch = settingSwitch;
        this.listener = listener;
    }

    void applySetting(Cell cell) {
        if (refusal != null && cell.blockNumber() == refusedBlock) {
            throw refusal;
        }
        if (cell.blockNumber() == appliedBlock && !settingSwitch.isLost()) {
            return;
        }
        appliedBlock = 0;
        listener.settingBegins(cell.setting().name(), cell.setting().applySteps());
        try {
            settingSwitch.apply(cell.setting());
        } catch (SettingWithoutEffectException e) {
            refusal = e;
            refusedBlock = cell.blockNumber();
            throw e;
        } catch (RuntimeException e) {
            if (cell.setting().equals(failedSetting)) {
                throw new SettingFailedException(e);
            }
            failedSetting = settingSwitch.server().awaitRecovery(NO_WAIT, new StopSignal()) ? cell.setting() : null;
            throw e;
        }
        failedSetting = null;
        appliedBlock = cell.blockNumber();
    }

    boolean awaitRecovery(Duration timeout, StopSignal stop) {
        if (settingSwitch.server().awaitRecovery(NO_WAIT, stop)) {
            return true;
        }
        listener.waitingForServer(settingSwitch.server().address(), timeout);
        return settingSwitch.server().awaitRecovery(timeout, stop);
    }

    /** Ends the matrix if a setting cannot be applied twice in a row, and the server answered after the first failure. */
    static final class SettingFailedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        SettingFailedException(RuntimeException cause) {
            super(cause.getMessage(), cause);
        }
    }
}
