package org.partita.cli.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.partita.settings.InvalidSettingException;
import org.partita.settings.Setting;
import picocli.CommandLine;

final class BrokerConfigurationTest {
    private static final String INSECURE = "partita.security.allow-insecure";

    private final Properties systemProperties = new Properties();

    @TempDir
    private Path directory;

    @Test
    void withoutFlagsEverythingHasItsDefault() {
        BrokerConfiguration configuration = configuration();

        assertThat(configuration.brokerId()).isEqualTo(1);
        assertThat(configuration.clientUrl()).isEqualTo("http://127.0.0.1:8080");
        assertThat(configuration.wire().told()).hasToString("127.0.0.1:9092");
        assertThat(configuration.data()).containsExactly(Path.of("data").toAbsolutePath());
        assertThat(configuration.autoCreateTopics()).isFalse();
    }

    @Test
    void flagsAreTaken() {
        BrokerConfiguration configuration = configuration("--id", "7", "--http", "18080", "--zone", "north",
                "--advertise-http", "mq.example.org:80", "--context-root", "/mq", "--auto-create-topics");

        assertThat(configuration.brokerId()).isEqualTo(7);
        assertThat(configuration.zone()).isEqualTo("north");
        assertThat(configuration.http().local()).hasToString("127.0.0.1:18080");
        assertThat(configuration.clientUrl()).isEqualTo("http://mq.example.org:80/mq");
        assertThat(configuration.autoCreateTopics()).isTrue();
    }

    @Test
    void switchCanBeTurnedOffByItsFlag() {
        systemProperties.setProperty("partita.topics.auto-create", "true");

        BrokerConfiguration configuration = configuration("--auto-create-topics=false");

        assertThat(configuration.autoCreateTopics()).isFalse();
    }

    @Test
    void fileIsReadAndWeakerThanAFlag() throws IOException {
        Path file = Files.writeString(directory.resolve("broker.properties"),
                "partita.broker.id=3\npartita.http.port=18081\n");

        BrokerConfiguration configuration = configuration("--config", file.toString(), "--id", "4");

        assertThat(configuration.brokerId()).isEqualTo(4);
        assertThat(configuration.http().port()).isEqualTo(18_081);
    }

    @Test
    void unknownNameInTheFileIsRefused() throws IOException {
        Path file = Files.writeString(directory.resolve("broker.properties"), "partita.broker.nummer=3\n");

        assertThatThrownBy(() -> configuration("--config", file.toString()))
                .isInstanceOf(InvalidSettingException.class).hasMessageContaining("partita.broker.nummer");
    }

    @Test
    void fileThatIsNotThereIsRefusedSayingSo() {
        Path absent = directory.resolve("absent");

        assertThatThrownBy(() -> configuration("--config", absent.toString()))
                .isInstanceOf(InvalidSettingException.class).hasMessage("--config: " + absent + " does not exist");
    }

    @Test
    void directoryInPlaceOfTheFileIsRefused() {
        assertThatThrownBy(() -> configuration("--config", directory.toString()))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessage("--config: " + directory + " is a directory, a properties file is expected");
    }

    @Test
    void fileThatIsNotWrittenInUtf8IsRefused() throws IOException {
        Path file = Files.write(directory.resolve("broker.properties"), new byte[] {'#', (byte) 0xe4});

        assertThatThrownBy(() -> configuration("--config", file.toString()))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessage("--config: " + file + " is not a text in UTF-8");
    }

    @Test
    void fileWithABrokenEscapeIsRefused() throws IOException {
        Path file = Files.writeString(directory.resolve("broker.properties"), "partita.broker.zone=\\u00x\n");

        assertThatThrownBy(() -> configuration("--config", file.toString()))
                .isInstanceOf(InvalidSettingException.class).hasMessageStartingWith("--config: " + file
                        + " cannot be read as a properties file (Malformed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1"})
    void addressThatOthersReachIsRefusedUnlessAllowed(String address) {
        assertThatThrownBy(() -> configuration("--bind", address))
                .isInstanceOf(InvalidSettingException.class).hasMessageContaining(INSECURE + "=true");
    }

    @Test
    void wildcardAddressIsNeverTold() {
        systemProperties.setProperty(INSECURE, "true");

        BrokerConfiguration told = configuration("--bind", "0.0.0.0", "--advertise-http", "192.0.2.1:8080",
                "--wire", "off");

        assertThat(told.http().told()).hasToString("192.0.2.1:8080");
        assertThat(told.http().local()).hasToString("127.0.0.1:8080");
        assertThatThrownBy(() -> configuration("--bind", "0.0.0.0"))
                .isInstanceOf(InvalidSettingException.class).hasMessageContaining("--advertise-http HOST:PORT");
        assertThatThrownBy(() -> configuration("--bind", "0.0.0.0", "--advertise-http", "192.0.2.1:8080"))
                .isInstanceOf(InvalidSettingException.class).hasMessageContaining("--advertise-wire HOST:PORT");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0:80", "[::]:80", "host", "host:", ":80", "host:0", "host:65536", "a b:80",
            "::1:80"})
    void addressThatNoClientCanUseIsNotTold(String address) {
        assertThatThrownBy(() -> configuration("--advertise-http", address))
                .isInstanceOf(InvalidSettingException.class).hasMessageStartingWith("--advertise-http: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--id=-1", "--id=one", "--http=-1", "--http=65536", "--wire=-1", "--wire=none",
            "--context-root=mq", "--context-root=/mq/", "--zone=a b", "--bind=256.1.1.1", "--auto-create-topics=yes"})
    void unusableValueIsRefusedNamingItsFlag(String flag) {
        assertThatThrownBy(() -> configuration(flag)).isInstanceOf(InvalidSettingException.class)
                .hasMessageStartingWith(flag.substring(0, flag.indexOf('=')) + ": ");
    }

    @Test
    void dataDirectoriesKeepTheirOrderAndReachTheServerAsAbsolutePaths() {
        BrokerConfiguration configuration = configuration("--data", "b, a ,/mnt/c");

        Path here = Path.of("").toAbsolutePath();
        assertThat(configuration.data()).containsExactly(here.resolve("b"), here.resolve("a"), Path.of("/mnt/c"));
        assertThat(configuration.asSettings()).containsEntry(Setting.DATA,
                here.resolve("b") + "," + here.resolve("a") + ",/mnt/c");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "a,,b  | a directory, or several divided by commas, expected",
        "a,    | a directory, or several divided by commas, expected",
        "a,./a | each directory once expected",
        "a,a/b | directories beside each other, none inside another, expected",
        "a/b,a | directories beside each other, none inside another, expected"})
    void dataDirectoriesThatCannotGoTogetherAreRefused(String data, String expected) {
        assertThatThrownBy(() -> configuration("--data", data)).isInstanceOf(InvalidSettingException.class)
                .hasMessage("--data: '" + data + "' found, " + expected);
    }

    @Test
    void onePortIsNotForBothListeners() {
        systemProperties.setProperty("partita.wire.port", "18080");

        assertThatThrownBy(() -> configuration("--http", "18080")).isInstanceOf(InvalidSettingException.class)
                .hasMessage("--http and system property partita.wire.port: both are port 18080; choose another for one"
                        + " of them, 0 for a free one, or --wire off");
    }

    @Test
    void freePortIsTakenOnceForEachListener() {
        BrokerConfiguration configuration = configuration("--http", "0", "--wire", "0");

        assertThat(configuration.http().port()).isZero();
        assertThat(configuration.wire().port()).isZero();
    }

    @Test
    void listenerOfTheKafkaProtocolCanBeOff() {
        BrokerConfiguration configuration = configuration("--wire", "OFF");

        assertThat(configuration.wire().isOff()).isTrue();
        assertThat(configuration.asSettings()).containsEntry(Setting.WIRE_PORT, "off")
                .containsEntry(Setting.ADVERTISE_WIRE, "");
    }

    @Test
    void ipv6AddressesGetBracketsInUrls() {
        BrokerConfiguration configuration = configuration("--bind", "::1");

        assertThat(configuration.clientUrl()).isEqualTo("http://[0:0:0:0:0:0:0:1]:8080");
    }

    @Test
    void everySettingReachesTheServer() {
        BrokerConfiguration given = configuration("--http", "0", "--wire", "0");

        Map<Setting, String> settings =
                given.with(given.http().withPort(18_082), given.wire().withPort(19_092)).asSettings();

        assertThat(settings).containsOnlyKeys(Setting.values())
                .containsEntry(Setting.ADVERTISE_HTTP, "127.0.0.1:18082")
                .containsEntry(Setting.WIRE_PORT, "19092").containsEntry(Setting.ADVERTISE_WIRE, "127.0.0.1:19092");
    }

    private BrokerConfiguration configuration(String... flags) {
        CommandLine commandLine = new CommandLine(BrokerCommand.spec());
        return BrokerCommand.configuration(commandLine.parseArgs(flags), systemProperties, Map.of());
    }
}
