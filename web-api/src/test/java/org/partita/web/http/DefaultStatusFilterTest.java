package org.partita.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.Test;

class DefaultStatusFilterTest {
    private final List<String> calls = new ArrayList<>();

    @Test
    void statusIsSetBeforeTheResourceRuns() throws Exception {
        new DefaultStatusFilter().doFilter(recording(HttpServletRequest.class), recording(HttpServletResponse.class),
            (request, response) -> calls.add("resource"));

        assertThat(calls).containsExactly("setStatus 200", "resource");
    }

    @Test
    void everyPathPassesTheFilterAndMayBeAnsweredLater() {
        WebFilter filter = DefaultStatusFilter.class.getAnnotation(WebFilter.class);

        assertThat(filter.urlPatterns()).containsExactly("/*");
        assertThat(filter.asyncSupported()).isTrue();
    }

    private <T> T recording(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
            calls.add(method.getName() + " " + args[0]);
            return null;
        }));
    }
}
