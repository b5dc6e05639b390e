package org.partita.settings;

import static java.util.Objects.requireNonNull;

import java.net.InetAddress;

/**
 * Where a client connects to.
 *
 * @param host a name or an address; one of IPv6 without brackets
 */
public record Endpoint(String host, int port) {
    public Endpoint {
        requireNonNull(host, "host");
    }

    static Endpoint of(InetAddress address, int port) {
        return new Endpoint(address.getHostAddress(), port);
    }

    /** As in a URL: an IPv6 address in brackets. */
    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
