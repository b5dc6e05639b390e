package org.partita.web.json;

import static org.partita.web.problem.ProblemException.invalid;

import java.math.BigDecimal;

/** Integers from JSON numbers, never rounded and never wrapped. */
public final class ExactNumbers {
    /** Longer numbers are refused unread: parsing cost grows with the square of the length. */
    static final int MAX_CHARACTERS = 64;

    private ExactNumbers() {
    }

    /** @param field named in the refusal */
    public static long toLong(String number, String field) {
        try {
            return exact(number).longValueExact();
        } catch (ArithmeticException | NumberFormatException notExact) {
            throw invalid(field, "'" + field + "' must be an integer of 64 bits; found " + shortened(number) + ".");
        }
    }

    /** @param field named in the refusal */
    public static int toInt(String number, String field) {
        try {
            return exact(number).intValueExact();
        } catch (ArithmeticException | NumberFormatException notExact) {
            throw invalid(field, "'" + field + "' must be an integer of 32 bits; found " + shortened(number) + ".");
        }
    }

    private static BigDecimal exact(String number) {
        if (number.length() > MAX_CHARACTERS) throw new NumberFormatException("longer than " + MAX_CHARACTERS);
        return new BigDecimal(number);
    }

    private static String shortened(String number) {
        return number.length() <= MAX_CHARACTERS ? number : number.substring(0, MAX_CHARACTERS) + "…";
    }
}
