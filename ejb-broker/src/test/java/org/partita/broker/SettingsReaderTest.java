package org.partita.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.partita.settings.Listener;

class SettingsReaderTest {
    @Test
    void withoutConfigurationEverySettingHasItsDefault() {
        BrokerSettings settings = read(Map.of());

        assertThat(settings).isEqualTo(new BrokerSettings(1, "", "127.0.0.1:8080", wire(9_092, ""), false));
    }

    @Test
    void configuredValuesWin() {
        BrokerSettings settings = read(Map.of("partita.broker.id", "7", "partita.broker.zone", "b",
            "partita.http.port", "8099", "partita.topics.auto-create", "true", "partita.wire.port", "19092",
            "partita.advertise.wire", "queue.example:9092"));

        assertThat(settings).isEqualTo(new BrokerSettings(7, "b", "127.0.0.1:8099",
            wire(19_092, "queue.example:9092"), true));
    }

    @Test
    void anAdvertisedAddressReplacesTheBoundOne() {
        BrokerSettings settings = read(Map.of("partita.advertise.http", "queue.example:80"));

        assertThat(settings.advertisedHttp()).isEqualTo("queue.example:80");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "-1", "1.5", "2147483648", "0x1"})
    void aBrokerIdThatIsNoWholeNumberIsRefusedByName(String id) {
        assertThatThrownBy(() -> read(Map.of("partita.broker.id", id)))
            .hasMessage("setting partita.broker.id: '" + id + "' found, a whole number from 0 to 2147483647 expected");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TRUE", "True", " true "})
    void aFlagIsReadAsTheLauncherReadsIt(String text) {
        BrokerSettings settings = read(Map.of("partita.topics.auto-create", text));

        assertThat(settings.autoCreateTopics()).isTrue();
    }

    @Test
    void aFlagThatIsNeitherTrueNorFalseIsRefusedByName() {
        assertThatThrownBy(() -> read(Map.of("partita.topics.auto-create", "yes")))
            .hasMessage("setting partita.topics.auto-create: 'yes' found, true or false expected");
    }

    @Test
    void portOfTheServerMustBeKnown() {
        assertThatThrownBy(() -> read(Map.of("partita.http.port", "0")))
            .hasMessage("setting partita.http.port: '0' found, a whole number from 1 to 65535 expected");
    }

    @Test
    void addressThatOthersReachIsRefused() {
        assertThatThrownBy(() -> read(Map.of("partita.bind", "0.0.0.0")))
            .hasMessageContaining("can be reached from other machines");
    }

    private static Listener wire(int port, String advertised) {
        return new Listener(InetAddress.getLoopbackAddress(), port, advertised);
    }

    private static BrokerSettings read(Map<String, String> configuration) {
        return new SettingsReader(name -> Optional.ofNullable(configuration.get(name))).read();
    }
}
