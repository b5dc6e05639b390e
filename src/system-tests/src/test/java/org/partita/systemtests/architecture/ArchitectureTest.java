package org.partita.systemtests.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.GeneralCodingRules;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The product keeps the shape its design promises. */
class ArchitectureTest {
    private static final String OURS = "org.partita..";
    private static final String CORE = "org.partita.core..";
    private static final String STORAGE = "org.partita.storage..";
    private static final String STORE = "org.partita.store..";
    private static final String BROKER = "org.partita.broker..";
    private static final String WEB = "org.partita.web..";
    private static final String CLI = "org.partita.cli..";
    private static final JavaClasses PRODUCT = Reactor.productClasses();

    @ParameterizedTest
    @MethodSource
    void coreLeavesTheWorldToItsCaller(ArchRule rule) {
        rule.check(PRODUCT);
    }

    static Stream<ArchRule> coreLeavesTheWorldToItsCaller() {
        return PurityRules.all(CORE, STORAGE).stream();
    }

    @Test
    void storagePortKnowsOnlyTheJdk() {
        PurityRules.dependsOnlyOnJdkAnd(STORAGE).check(PRODUCT);
    }

    @Test
    void storeKnowsOnlyTheStoragePort() {
        ModuleRules.knowsOfOurs(OURS, STORE, STORAGE).check(PRODUCT);
    }

    @Test
    void brokerKnowsNeitherStoreNorFaces() {
        ModuleRules.doesNotKnow(BROKER, STORE, WEB, CLI, "org.partita.client..").check(PRODUCT);
    }

    @Test
    void webReachesFilesOnlyThroughTheBroker() {
        ModuleRules.doesNotKnow(WEB, STORE, CLI, "org.partita.client..").check(PRODUCT);
    }

    @Test
    void clientApiKnowsOnlyTheJdk() {
        PurityRules.dependsOnlyOnJdkAnd("org.partita.client").allowEmptyShould(true).check(PRODUCT);
    }

    @Test
    void onlyTheStoreOpensFiles() {
        ModuleRules.onlyTheseOpenFiles(OURS, STORE, CLI, "org.partita.bench..", "org.partita.simulation..")
            .check(PRODUCT);
    }

    @Test
    void onlyOnePackageUsesHazelcast() {
        ModuleRules.onlyThisUses(OURS, "org.partita.broker.hazelcast..", "com.hazelcast..").check(PRODUCT);
    }

    @Test
    void packagesStaySmall() {
        ModuleRules.packagesHaveAtMost(OURS, 20).check(PRODUCT);
    }

    @Test
    void serverClassesDoNotPrint() {
        noClasses().that().resideInAnyPackage(CORE, STORAGE, STORE, BROKER, WEB, "org.partita.wire..")
            .should(GeneralCodingRules.ACCESS_STANDARD_STREAMS).check(PRODUCT);
    }

    @Test
    void testsDoNotSleep() {
        noClasses().that().resideInAPackage(OURS).should().callMethod(Thread.class, "sleep", long.class)
            .orShould().callMethod(Thread.class, "sleep", long.class, int.class)
            .orShould().callMethod(TimeUnit.class, "sleep", long.class).check(Reactor.testClasses());
    }
}
