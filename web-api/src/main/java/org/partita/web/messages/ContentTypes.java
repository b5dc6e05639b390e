package org.partita.web.messages;

import java.util.Locale;
import java.util.regex.Pattern;

/** What a message's content type says about its bytes. */
public final class ContentTypes {
    /** Name of the record header that carries the content type of the payload. */
    public static final String HEADER = "content-type";
    public static final String JSON = "application/json";
    /** Of a CloudEvent in the JSON format. */
    public static final String EVENT = "application/cloudevents+json";
    /** What the names of record headers begin with that carry the attributes of a CloudEvent. */
    public static final String EVENT_HEADER = "ce_";

    private static final Pattern PLAUSIBLE =
        Pattern.compile("[!#-.0-:<-~]{1,127}/[!#-.0-:<-~]{1,127}(;[ -~\t]{0,255})?");

    private ContentTypes() {
    }

    /** Whether {@code type} has the form of a media type, in ASCII. */
    static boolean isPlausible(String type) {
        return PLAUSIBLE.matcher(type).matches();
    }

    public static boolean isJson(String contentType) {
        String type = withoutParameters(contentType);
        return isUtf8(contentType) && (type.equals(JSON) || type.endsWith("+json"));
    }

    public static boolean isText(String contentType) {
        return isUtf8(contentType) && withoutParameters(contentType).startsWith("text/");
    }

    private static String withoutParameters(String contentType) {
        int semicolon = contentType.indexOf(';');
        String type = semicolon < 0 ? contentType : contentType.substring(0, semicolon);
        return type.trim().toLowerCase(Locale.ROOT);
    }

    private static boolean isUtf8(String contentType) {
        String lower = contentType.toLowerCase(Locale.ROOT);
        int at = lower.indexOf("charset=");
        if (at < 0) return true;
        String charset = lower.substring(at + "charset=".length()).replace("\"", "").trim();
        return charset.equals("utf-8") || charset.startsWith("utf-8;");
    }
}
