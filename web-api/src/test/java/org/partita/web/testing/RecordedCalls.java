package org.partita.web.testing;

import java.io.ByteArrayOutputStream;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;

/** Stands in for what a container hands out: keeps the calls, and what is written to an answer. */
public final class RecordedCalls {
    private final List<String> calls = new ArrayList<>();
    private final Map<String, Supplier<?>> results = new HashMap<>();
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();

    public RecordedCalls() {
        returning("isCommitted", () -> false);
        returning("getOutputStream", Output::new);
    }

    /** Methods that are not named return nothing. */
    public void returning(String method, Supplier<?> result) {
        results.put(method, result);
    }

    public <T> T of(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
            (proxy, method, given) -> record(method.getName(), given)));
    }

    /** Each with its arguments, divided by spaces. */
    public List<String> calls() {
        return calls;
    }

    public byte[] body() {
        return body.toByteArray();
    }

    private Object record(String method, Object[] given) {
        StringBuilder call = new StringBuilder(method);
        if (given != null) for (Object argument : given) call.append(' ').append(argument);
        calls.add(call.toString());
        return results.getOrDefault(method, () -> null).get();
    }

    private final class Output extends ServletOutputStream {
        @Override
        public void write(int one) {
            body.write(one);
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            throw new UnsupportedOperationException("written at once");
        }
    }
}
