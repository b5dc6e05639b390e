package org.partita.web.front;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import org.partita.web.problem.ErrorCode;
import org.partita.web.problem.Problem;

/**
 * Keeps web pages of strangers away from a broker that asks nobody who they are.
 *
 * <p>A page can make a browser send requests here, under the name of a host that its owner lets point to this machine
 * (DNS rebinding) or across origins. The browser tells the truth about both in {@code Host}, {@code Origin} and
 * {@code Sec-Fetch-Site}; other clients send the address they were given, and no origin.
 */
final class AddressGuard {
    private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|\\[::1]");
    private static final Pattern AUTHORITY = Pattern.compile("([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+])(:[0-9]{1,5})?");

    private final String advertisedHost;

    /** @param advertised {@code host:port} told to clients, or empty */
    AddressGuard(String advertised) {
        this.advertisedHost = host(requireNonNull(advertised, "advertised"));
    }

    /**
     * The problem of a request that may not be served.
     *
     * @param hosts every value of {@code Host}; none with HTTP/1.0
     * @param origins every value of {@code Origin}
     * @param fetchSites every value of {@code Sec-Fetch-Site}
     */
    Optional<Problem> refusal(String method, List<String> hosts, List<String> origins, List<String> fetchSites) {
        if (hosts.size() > 1 || !hosts.stream().allMatch(this::isOurs)) {
            return Optional.of(Problem.of(ErrorCode.FORBIDDEN, "The Host of this request is not an address of this "
                + "broker. Use a loopback address or the advertised one; --advertise-http sets that."));
        }
        if (READING.contains(method)) return Optional.empty();
        boolean crossSite = fetchSites.stream().anyMatch("cross-site"::equalsIgnoreCase);
        if (crossSite || !origins.stream().allMatch(origin -> isSameOrigin(origin, hosts))) {
            return Optional.of(Problem.of(ErrorCode.FORBIDDEN, "This request comes from a web page of another origin. "
                + "Only pages of this broker's own address may change something here."));
        }
        return Optional.empty();
    }

    private boolean isOurs(String authority) {
        if (!AUTHORITY.matcher(authority).matches()) return false;
        String host = host(authority);
        return LOOPBACK.matcher(host).matches() || host.equals(advertisedHost);
    }

    /** Behind a proxy that ends TLS only the scheme differs, so that is not compared. */
    private static boolean isSameOrigin(String origin, List<String> hosts) {
        int scheme = origin.indexOf("://");
        if (scheme < 0 || hosts.isEmpty()) return false;
        String authority = origin.substring(scheme + 3);
        if (!AUTHORITY.matcher(authority).matches()) return false;
        return withPort(authority, origin).equals(withPort(hosts.get(0), origin));
    }

    private static String withPort(String authority, String origin) {
        String lower = authority.toLowerCase(Locale.ROOT);
        if (!host(lower).equals(lower)) return lower;
        return lower + (origin.startsWith("https:") ? ":443" : ":80");
    }

    private static String host(String authority) {
        String lower = authority.toLowerCase(Locale.ROOT);
        int colon = lower.lastIndexOf(':');
        return colon > lower.lastIndexOf(']') ? lower.substring(0, colon) : lower;
    }
}
