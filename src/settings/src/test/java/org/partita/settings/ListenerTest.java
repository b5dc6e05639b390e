package org.partita.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ListenerTest {
    private static final String INSECURE = "partita.security.allow-insecure";

    @Test
    void withoutSettingsBothListenOnLoopback() {
        assertThat(http(Map.of()).told()).isEqualTo(new Endpoint("127.0.0.1", 8_080));
        assertThat(wire(Map.of()).told()).isEqualTo(new Endpoint("127.0.0.1", 9_092));
    }

    @Test
    void hostOfAnAdvertisedIpv6AddressHasNoBracketsAndItsTextHas() {
        Endpoint told = wire(Map.of("partita.advertise.wire", "[2001:db8::1]:19092")).told();

        assertThat(told).isEqualTo(new Endpoint("2001:db8::1", 19_092));
        assertThat(told).hasToString("[2001:db8::1]:19092");
    }

    @Test
    void listenerOfTheKafkaProtocolMayBeOffEvenIfTheAddressWouldNeedOneToTell() {
        Listener wire = wire(Map.of("partita.bind", "0.0.0.0", INSECURE, "true", "partita.wire.port", "off"));

        assertThat(wire.isOff()).isTrue();
        assertThat(wire.portText()).isEqualTo("off");
    }

    @Test
    void wildcardAddressIsNeverTold() {
        assertThatThrownBy(() -> wire(Map.of("partita.bind", "0.0.0.0", INSECURE, "true")))
                .hasMessage("setting partita.bind: the wildcard address 0.0.0.0 is never told to clients; add"
                        + " --advertise-wire HOST:PORT (partita.advertise.wire)");
    }

    @Test
    void addressThatOthersReachIsRefusedWhileNobodyIsAskedWhoTheyAre() {
        assertThatThrownBy(() -> wire(Map.of("partita.bind", "192.0.2.1")))
                .hasMessageContaining("192.0.2.1 can be reached from other machines").hasMessageContaining(INSECURE);
    }

    @Test
    void portThatIsNoneIsRefusedNamingBothWhatItMayBe() {
        assertThatThrownBy(() -> wire(Map.of("partita.wire.port", "none"))).hasMessage(
                "setting partita.wire.port: 'none' found, a whole number from 0 to 65535 or 'off' expected");
    }

    private static Listener http(Map<String, String> configuration) {
        return Listener.http(values(configuration));
    }

    private static Listener wire(Map<String, String> configuration) {
        return Listener.wire(values(configuration));
    }

    private static SettingValues values(Map<String, String> configuration) {
        return SettingValues.resolve(
                List.of(SettingSource.configuration(name -> Optional.ofNullable(configuration.get(name)))));
    }
}
