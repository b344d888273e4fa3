// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.internal.experiment.matrix.CellOrder.Cell;
import io.github.cdctester.internal.experiment.matrix.setting.MatrixSetting;
import io.github.cdctester.internal.experiment.matrix.setting.SettingSwitch;
import io.github.cdctester.internal.experiment.matrix.setting.SettingSwitch.SettingNotTakenException;
import io.github.cdctester.stop.StopSignal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The server of a matrix, in the setting that a cell needs. Not thread-safe. */
final class MatrixServer {

    private static final Duration GLANCE = Duration.ZERO;

    private final SettingSwitch settings;
    private final ExperimentListener listener;
    private int block;
    private @Nullable MatrixSetting failed;
    private int refusedBlock;
    private @Nullable SettingNotTakenException refusal;

    MatrixServer(SettingSwitch settings, ExperimentListener listener) {
        this.settings = settings;
        this.listener = listener;
    }

    void set(Cell cell) {
        if (refusal != null && cell.block() == refusedBlock) {
            throw refusal;
        }
        if (cell.block() == block && !settings.isLost()) {
            return;
        }
        block = 0;
        listener.settingBegins(cell.setting().name(), cell.setting().applySteps());
        try {
            settings.apply(cell.setting());
        } catch (SettingNotTakenException e) {
            refusal = e;
            refusedBlock = cell.block();
            throw e;
        } catch (RuntimeException e) {
            if (cell.setting().equals(failed)) {
                throw new SettingFailedException(e);
            }
            failed = settings.server().awaitBack(GLANCE, new StopSignal()) ? cell.setting() : null;
            throw e;
        }
        failed = null;
        block = cell.block();
    }

    boolean awaitBack(Duration timeout, StopSignal stop) {
        if (settings.server().awaitBack(GLANCE, stop)) {
            return true;
        }
        listener.waitingForServer(settings.server().address(), timeout);
        return settings.server().awaitBack(timeout, stop);
    }

    /** A setting could not be applied to a server that is there, for the second time: none of its cells can be run. */
    static final class SettingFailedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        SettingFailedException(RuntimeException cause) {
            super(cause.getMessage(), cause);
        }
    }
}
