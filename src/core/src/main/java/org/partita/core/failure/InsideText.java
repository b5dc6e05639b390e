package org.partita.core.failure;

import java.util.regex.Pattern;

/**
 * Text that shows clients something of the inside: paths and names of classes.
 *
 * <p>Failures of disks carry what the file system said. Operators find it in the log; clients are told a sentence
 * without it.
 */
public final class InsideText {
    private static final Pattern INSIDE = Pattern.compile(
        "(?<![A-Za-z0-9*])/(?!v1\\b|health\\b|openapi\\b|metrics\\b)[^\\s/]"
            + "|\\b[A-Za-z]:\\\\|\\b[a-z]+(\\.[a-z]\\w*)+\\.[A-Z]\\w*|\\b[A-Z]\\w*(Exception|Error)\\b");

    private InsideText() {
    }

    public static boolean isIn(String text) {
        return INSIDE.matcher(text).find();
    }
}
