package org.partita.wire.protocol;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.partita.core.broker.Broker;
import org.partita.core.idempotency.IdempotencyInFlightException;
import org.partita.core.idempotency.IdempotencyKeyReusedException;
import org.partita.core.metadata.TopicNotFoundException;
import org.partita.storage.BrokerException;
import org.partita.storage.StorageException;

/**
 * One of each failure that the core can make, by each of its constructors and factories, found among its classes. Those
 * of disks are left out: they are known by their class, whatever their code.
 */
final class CoreFailures {
    private static final String SUFFIX = ".class";
    /** Of requests with an Idempotency-Key, which the protocol has not. */
    private static final Set<Class<?>> OF_HTTP =
        Set.of(IdempotencyInFlightException.class, IdempotencyKeyReusedException.class);
    private static final Map<Class<?>, Object> ARGUMENTS = Map.of(int.class, 1, long.class, 1L, short.class, (short) 1,
        boolean.class, true, String.class, "a", BrokerException.class, new TopicNotFoundException("a"));

    private CoreFailures() {
    }

    static List<BrokerException> all() throws Exception {
        List<BrokerException> all = new ArrayList<>();
        for (Class<?> type : types()) {
            List<BrokerException> made = made(type);
            if (made.isEmpty()) throw new AssertionError("nothing makes a " + type);
            all.addAll(made);
        }
        return all;
    }

    /** One of them. */
    static BrokerException withCode(String code) throws Exception {
        return all().stream().filter(each -> each.code().equals(code)).findFirst().orElseThrow();
    }

    private static List<Class<?>> types() throws Exception {
        List<Class<?>> types = new ArrayList<>();
        for (String name : classNames()) {
            if (!name.endsWith("Exception")) continue;
            Class<?> type = Class.forName(name);
            if (BrokerException.class.isAssignableFrom(type) && !isOfAnother(type)) types.add(type);
        }
        return types;
    }

    private static boolean isOfAnother(Class<?> type) {
        return OF_HTTP.contains(type) || StorageException.class.isAssignableFrom(type);
    }

    private static List<String> classNames() throws IOException, URISyntaxException {
        URI place = Broker.class.getProtectionDomain().getCodeSource().getLocation().toURI();
        if (Files.isDirectory(Path.of(place))) return classNames(Path.of(place));
        try (FileSystem jar = FileSystems.newFileSystem(Path.of(place))) {
            return classNames(jar.getPath("/"));
        }
    }

    private static List<String> classNames(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(file -> root.relativize(file).toString()).filter(name -> name.endsWith(SUFFIX)).sorted()
                .map(name -> name.substring(0, name.length() - SUFFIX.length()).replace('/', '.')).toList();
        }
    }

    private static List<BrokerException> made(Class<?> type) throws ReflectiveOperationException {
        List<BrokerException> made = new ArrayList<>();
        for (Constructor<?> each : type.getDeclaredConstructors()) {
            if (Modifier.isPrivate(each.getModifiers())) continue;
            each.setAccessible(true);
            made.add((BrokerException) each.newInstance(arguments(each)));
        }
        for (Method each : type.getDeclaredMethods()) {
            boolean makes = Modifier.isStatic(each.getModifiers()) && each.getReturnType() == type;
            if (!makes || each.isSynthetic()) continue;
            each.setAccessible(true);
            made.add((BrokerException) each.invoke(null, arguments(each)));
        }
        return made;
    }

    /** Null for what is not named. */
    private static Object[] arguments(Executable called) {
        return Arrays.stream(called.getParameterTypes()).map(ARGUMENTS::get).toArray();
    }
}
