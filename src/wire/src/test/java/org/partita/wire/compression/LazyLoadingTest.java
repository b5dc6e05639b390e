package org.partita.wire.compression;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** What an application server does: each deployment has a class loader of its own, with the libraries in it. */
class LazyLoadingTest {
    private static final byte[] CONTENT = "content".repeat(100).getBytes();

    @Test
    void nothingOfALibraryIsLoadedBeforeABatchNeedsIt() throws Exception {
        try (Deployment deployment = new Deployment()) {
            deployment.codecs();

            assertThat(deployment.loaded).noneMatch(Deployment::isLoaderOfNativeCode);

            deployment.roundTrip("Lz4Codec");

            assertThat(deployment.loaded).noneMatch(Deployment::isLoaderOfNativeCode);

            deployment.roundTrip("ZstdCodec");

            assertThat(deployment.loaded).contains("com.github.luben.zstd.util.Native")
                .doesNotContain("org.xerial.snappy.SnappyLoader");
        }
    }

    @Test
    void deploymentAfterDeploymentLoadsItsOwn() throws Exception {
        for (int redeployments = 0; redeployments < 3; redeployments++) {
            try (Deployment deployment = new Deployment()) {
                deployment.roundTrip("SnappyCodec");
                deployment.roundTrip("Lz4Codec");
                deployment.roundTrip("ZstdCodec");

                assertThat(deployment.loaded).contains("com.github.luben.zstd.util.Native",
                    "org.xerial.snappy.SnappyLoader").doesNotContain("net.jpountz.util.Native");
            }
        }
    }

    /** Everything but the JDK anew. */
    private static final class Deployment extends URLClassLoader {
        private final Set<String> loaded = ConcurrentHashMap.newKeySet();

        Deployment() {
            super(Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Deployment::url).toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
        }

        static boolean isLoaderOfNativeCode(String name) {
            return Stream.of("com.github.luben.zstd.util.Native", "org.xerial.snappy.SnappyLoader",
                "net.jpountz.util.Native").anyMatch(name::equals);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            loaded.add(name);
            return super.findClass(name);
        }

        Object codecs() throws ReflectiveOperationException {
            return loadClass(LibraryCodecs.class.getName()).getMethod("all").invoke(null);
        }

        void roundTrip(String codecName) throws ReflectiveOperationException {
            Class<?> type = loadClass(LibraryCodecs.class.getPackageName() + "." + codecName);
            var constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            Object codec = constructor.newInstance();
            ByteBuffer compressed = call(type, codec, "compress", ByteBuffer.wrap(CONTENT));
            ByteBuffer inflated = call(type, codec, "decompress", compressed, CONTENT.length);
            assertThat(inflated).isEqualTo(ByteBuffer.wrap(CONTENT));
        }

        private static ByteBuffer call(Class<?> type, Object codec, String name, Object... arguments)
                throws ReflectiveOperationException {
            Class<?>[] parameters = arguments.length == 1 ? new Class<?>[] {ByteBuffer.class}
                : new Class<?>[] {ByteBuffer.class, int.class};
            var method = type.getDeclaredMethod(name, parameters);
            method.setAccessible(true);
            try {
                return (ByteBuffer) method.invoke(codec, arguments);
            } catch (InvocationTargetException e) {
                throw new AssertionError(codec + " failed", e.getCause());
            }
        }

        private static URL url(String path) {
            try {
                return new File(path).toURI().toURL();
            } catch (MalformedURLException e) {
                throw new IllegalArgumentException(path, e);
            }
        }

        @Override
        public void close() throws IOException {
            super.close();
        }
    }
}
