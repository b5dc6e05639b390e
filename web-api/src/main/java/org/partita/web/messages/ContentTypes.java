package org.partita.web.messages;

import java.util.Locale;

/** What a message's content type says about its bytes. */
public final class ContentTypes {
    /** Name of the record header that carries the content type of the payload. */
    public static final String HEADER = "content-type";
    public static final String JSON = "application/json";

    private ContentTypes() {
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
