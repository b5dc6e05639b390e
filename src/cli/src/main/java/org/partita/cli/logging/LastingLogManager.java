package org.partita.cli.logging;

import java.util.logging.LogManager;

/**
 * A log manager whose handlers outlive the begin of the shutdown.
 *
 * <p>The platform's one closes them in a shutdown hook that runs beside those that stop the broker, whose last lines
 * are lost then. Chosen by {@code java.util.logging.manager} in {@code conf/jvm.options}.
 */
public final class LastingLogManager extends LogManager {
    @Override
    public void reset() {
        boolean byPlatformsHook = Thread.currentThread().getClass().getEnclosingClass() == LogManager.class;
        if (!byPlatformsHook) super.reset();
    }
}
