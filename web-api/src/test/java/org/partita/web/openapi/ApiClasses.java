package org.partita.web.openapi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.ArrayList;
import java.util.stream.Stream;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Produces;

import org.partita.web.PartitaApplication;

/** The classes that the HTTP API consists of. */
final class ApiClasses {
    private ApiClasses() {
    }

    /** Methods that answer requests, by HTTP method and path. */
    static SortedMap<String, List<Method>> operations() {
        SortedMap<String, List<Method>> found = new TreeMap<>();
        for (Class<?> type : new PartitaApplication().getClasses()) {
            jakarta.ws.rs.Path root = type.getAnnotation(jakarta.ws.rs.Path.class);
            if (root == null) continue;
            for (Method method : type.getDeclaredMethods()) {
                jakarta.ws.rs.Path below = method.getAnnotation(jakarta.ws.rs.Path.class);
                String path = "/v1/" + root.value() + (below == null ? "" : "/" + below.value());
                Arrays.stream(method.getAnnotations())
                    .map(annotation -> annotation.annotationType().getAnnotation(HttpMethod.class))
                    .filter(verb -> verb != null)
                    .forEach(verb -> found.computeIfAbsent(verb.value() + " " + path, none -> new ArrayList<>())
                        .add(method));
            }
        }
        return found;
    }

    static List<String> consumed(Method method) {
        Consumes own = method.getAnnotation(Consumes.class);
        Consumes types = own == null ? method.getDeclaringClass().getAnnotation(Consumes.class) : own;
        return types == null ? List.of() : List.of(types.value());
    }

    static List<String> produced(Method method) {
        Produces own = method.getAnnotation(Produces.class);
        Produces types = own == null ? method.getDeclaringClass().getAnnotation(Produces.class) : own;
        return types == null ? List.of() : Arrays.stream(types.value()).map(type -> type.replaceAll(";qs=.*", ""))
            .toList();
    }

    /** All records of the HTTP face. */
    static Collection<Class<?>> records() {
        try {
            Path root = Path.of(PartitaApplication.class.getProtectionDomain().getCodeSource().getLocation().toURI());
            try (Stream<Path> files = Files.walk(root)) {
                return files.filter(file -> file.toString().endsWith(".class")).map(root::relativize)
                    .<Class<?>>map(ApiClasses::load).filter(Class::isRecord).toList();
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (URISyntaxException wrong) {
            throw new IllegalStateException(wrong);
        }
    }

    private static Class<?> load(Path file) {
        String name = file.toString().replace(file.getFileSystem().getSeparator(), ".");
        try {
            return Class.forName(name.substring(0, name.length() - ".class".length()), false,
                ApiClasses.class.getClassLoader());
        } catch (ClassNotFoundException gone) {
            throw new IllegalStateException(gone);
        }
    }
}
