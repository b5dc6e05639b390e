package org.partita.core.metadata;

import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a setting may be set to. Every value is a number inside, and the text that clients write outside. */
sealed interface AllowedValues {
    /** Empty if it is none. */
    OptionalLong read(String text);

    String text(long value);

    /** Why {@code text} is refused, and what to write instead; {@code key} is the setting. */
    String refusal(String key, String text);

    /** @param minimum inclusive @param maximum inclusive */
    record WholeNumbers(long minimum, long maximum) implements AllowedValues {
        private static final Pattern DIGITS = Pattern.compile("-?[0-9]{1,19}");

        @Override
        public OptionalLong read(String text) {
            if (!DIGITS.matcher(text).matches()) return OptionalLong.empty();
            try {
                long number = Long.parseLong(text);
                boolean allowed = number >= minimum && number <= maximum;
                return allowed ? OptionalLong.of(number) : OptionalLong.empty();
            } catch (NumberFormatException above64Bits) {
                return OptionalLong.empty();
            }
        }

        @Override
        public String text(long value) {
            return Long.toString(value);
        }

        @Override
        public String refusal(String key, String text) {
            return "'" + text + "' is not a value of " + key + ". Use a whole number from " + minimum + " to " + maximum
                + ".";
        }
    }

    /**
     * Words; the number is the place in the list.
     *
     * @param notYet words of the outside contract without an effect so far
     */
    record Words(List<String> words, List<String> notYet) implements AllowedValues {
        public Words {
            words = List.copyOf(words);
            notYet = List.copyOf(notYet);
        }

        static <E extends Enum<E> & Word> Words of(E[] values) {
            return new Words(Stream.of(values).map(Word::text).toList(), List.of());
        }

        @Override
        public OptionalLong read(String text) {
            int place = words.indexOf(text);
            return place < 0 ? OptionalLong.empty() : OptionalLong.of(place);
        }

        @Override
        public String text(long value) {
            return words.get((int) value);
        }

        @Override
        public String refusal(String key, String text) {
            String finding = notYet.contains(text)
                ? "Value " + text + " of " + key + " is not available in this version."
                : "'" + text + "' is not a value of " + key + ".";
            return finding + " Use " + choice() + ".";
        }

        private String choice() {
            if (words.size() == 1) return words.get(0);
            return words.stream().limit(words.size() - 1L).collect(Collectors.joining(", ")) + " or "
                + words.get(words.size() - 1);
        }
    }

    /** A constant that stands for a word. */
    interface Word {
        String text();
    }
}
