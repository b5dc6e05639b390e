package org.partita.core.metadata;

/** What a topic may be called: 1 to 200 of {@code A-Z a-z 0-9 . _ -}, not {@code .} or {@code ..}. */
public final class TopicName {
    private static final int MAX_LENGTH = 200;
    private static final int SHOWN_LENGTH = 60;
    private static final String RESERVED_PREFIX = "__";

    private TopicName() {
    }

    /**
     * Checks a name that a client gave, for a topic of its own.
     *
     * @return the same name
     * @throws InvalidNameException if it is not one, or is reserved for the broker
     */
    public static String requireUsable(String name) {
        requireValid(name);
        if (name.startsWith(RESERVED_PREFIX)) {
            throw new InvalidNameException("Topic name " + name + " begins with " + RESERVED_PREFIX
                + ", which is reserved for the broker's own topics. Choose another name.");
        }
        return name;
    }

    /** As {@link #requireUsable}, but lets reserved names pass. */
    public static String requireValid(String name) {
        boolean valid = !name.isEmpty() && name.length() <= MAX_LENGTH && !name.equals(".") && !name.equals("..")
            && name.chars().allMatch(TopicName::isAllowed);
        if (!valid) {
            throw new InvalidNameException("'" + shown(name) + "' is not a topic name. Use 1 to " + MAX_LENGTH
                + " letters, digits, dots, underscores and hyphens of ASCII, and not '.' or '..' alone.");
        }
        return name;
    }

    private static boolean isAllowed(int character) {
        return character >= 'a' && character <= 'z' || character >= 'A' && character <= 'Z'
            || character >= '0' && character <= '9' || character == '.' || character == '_' || character == '-';
    }

    private static String shown(String name) {
        return name.length() <= SHOWN_LENGTH ? name : name.substring(0, SHOWN_LENGTH) + "…";
    }
}
