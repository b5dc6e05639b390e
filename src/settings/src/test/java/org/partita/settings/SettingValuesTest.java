package org.partita.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

final class SettingValuesTest {
    @Test
    void flagWinsOverPropertyEnvironmentFileAndDefault() {
        SettingSource flags = SettingSource.flags(Map.of(Setting.HTTP_PORT, "1"));
        SettingSource properties = SettingSource.systemProperties(properties("partita.http.port", "2"));
        SettingSource environment = SettingSource.environment(Map.of("PARTITA_HTTP_PORT", "3"));
        SettingSource file = SettingSource.file("broker.properties", properties("partita.http.port", "4"));

        List<String> chosen = List.of(
                port(List.of(flags, properties, environment, file)),
                port(List.of(properties, environment, file)),
                port(List.of(environment, file)),
                port(List.of(file)),
                port(List.of()));

        assertThat(chosen).containsExactly("1", "2", "3", "4", "8080");
    }

    @Test
    void emptyTextFallsThroughToTheNextSource() {
        SettingSource environment = SettingSource.environment(Map.of("PARTITA_BROKER_ZONE", " "));
        SettingSource file = SettingSource.file("broker.properties", properties("partita.broker.zone", "north "));

        SettingValue zone = SettingValues.resolve(List.of(environment, file)).get(Setting.ZONE);

        assertThat(zone).isEqualTo(new SettingValue("north", "partita.broker.zone in broker.properties"));
    }

    @Test
    void emptyFlagIsRefusedByName() {
        assertThatThrownBy(() -> SettingSource.flags(Map.of(Setting.DATA, " ")))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessage("--data is given with an empty value; leave it out to have its default");
    }

    @Test
    void unknownNameInAFileIsRefused() {
        Properties content = properties("partita.htp.port", "8081");

        assertThatThrownBy(() -> SettingSource.file("broker.properties", content))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("unknown setting partita.htp.port in broker.properties");
    }

    @Test
    void numberOutOfRangeIsRefusedNamingItsOrigin() {
        SettingValues values = SettingValues.resolve(
                List.of(SettingSource.environment(Map.of("PARTITA_HTTP_PORT", "65536"))));

        assertThatThrownBy(() -> values.wholeNumber(Setting.HTTP_PORT, 0, 65_535))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessage("environment variable PARTITA_HTTP_PORT: '65536' found, "
                        + "a whole number from 0 to 65535 expected");
    }

    @Test
    void textThatIsNoNumberIsRefused() {
        SettingValues values = SettingValues.resolve(List.of(SettingSource.flags(Map.of(Setting.HTTP_PORT, "http"))));

        assertThatThrownBy(() -> values.wholeNumber(Setting.HTTP_PORT, 0, 65_535))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageStartingWith("--http: 'http' found");
    }

    @Test
    void switchTakesOnlyTrueOrFalse() {
        SettingValues on = SettingValues.resolve(List.of(
                SettingSource.flags(Map.of(Setting.AUTO_CREATE_TOPICS, "TRUE"))));
        SettingValues yes = SettingValues.resolve(List.of(
                SettingSource.flags(Map.of(Setting.AUTO_CREATE_TOPICS, "yes"))));

        assertThat(on.isOn(Setting.AUTO_CREATE_TOPICS)).isTrue();
        assertThat(on.isOn(Setting.ALLOW_INSECURE)).isFalse();
        assertThatThrownBy(() -> yes.isOn(Setting.AUTO_CREATE_TOPICS)).isInstanceOf(InvalidSettingException.class);
    }

    @Test
    void namesAreUniqueAndBeginWithThePrefixOfTheProduct() {
        List<Setting> all = List.of(Setting.values());

        List<String> names = all.stream().map(Setting::propertyName).toList();

        assertThat(names).doesNotHaveDuplicates().allMatch(name -> name.matches("partita(\\.[a-z]+(-[a-z]+)*)+"));
        assertThat(all.stream().flatMap(setting -> setting.flag().stream())).doesNotHaveDuplicates();
    }

    private static String port(List<SettingSource> sources) {
        return SettingValues.resolve(sources).text(Setting.HTTP_PORT);
    }

    private static Properties properties(String name, String value) {
        Properties properties = new Properties();
        properties.setProperty(name, value);
        return properties;
    }
}
