package org.partita.systemtests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.EvaluationResult;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.partita.systemtests.architecture.fixture.core.ReachesOutside;
import org.partita.systemtests.architecture.fixture.store.KnowsCore;
import org.partita.systemtests.architecture.fixture.web.KnowsStore;

/** A rule that never fails proves nothing: each one finds what is wrong with the fixtures. */
class RulesCanFailTest {
    private static final String FIXTURES = "org.partita.systemtests.architecture.fixture..";
    private static final String CORE = "org.partita.systemtests.architecture.fixture.core..";
    private static final String STORE = "org.partita.systemtests.architecture.fixture.store..";
    private static final String WEB = "org.partita.systemtests.architecture.fixture.web..";
    private static final JavaClasses BROKEN = new ClassFileImporter().importPackagesOf(
        ReachesOutside.class, KnowsCore.class, KnowsStore.class);

    @ParameterizedTest
    @MethodSource
    void ruleFinds(String violation, ArchRule rule) {
        EvaluationResult result = rule.evaluate(BROKEN);

        assertThat(result.getFailureReport().getDetails()).anyMatch(detail -> detail.contains(violation));
    }

    static Stream<Arguments> ruleFinds() {
        return Stream.of(
            finds("org.assertj.core.api.Assertions", PurityRules.dependsOnlyOnJdkAnd(CORE)),
            finds("java.nio.file.Files", PurityRules.touchesNoFilesSocketsOrThreads(CORE)),
            finds("java.net.Socket", PurityRules.touchesNoFilesSocketsOrThreads(CORE)),
            finds("java.lang.Thread", PurityRules.touchesNoFilesSocketsOrThreads(CORE)),
            finds("currentTimeMillis", PurityRules.asksNoClockAndNoChance(CORE)),
            finds("java.time.Instant.now", PurityRules.asksNoClockAndNoChance(CORE)),
            finds("java.util.UUID.randomUUID", PurityRules.asksNoClockAndNoChance(CORE)),
            finds("java.util.Random.<init>()", PurityRules.asksNoClockAndNoChance(CORE)),
            finds("supplyAsync", PurityRules.usesNoDefaultExecutor(CORE)),
            finds("orTimeout", PurityRules.usesNoDefaultExecutor(CORE)),
            finds("ReentrantLock", PurityRules.holdsNoLock(CORE)),
            finds("underMonitor", PurityRules.holdsNoLock(CORE)),
            finds("CanBeExtended", PurityRules.isClosed(CORE)),
            finds("ReachesOutside", ModuleRules.knowsOfOurs(FIXTURES, STORE)),
            finds("KnowsCore", ModuleRules.doesNotKnow(WEB, STORE)),
            finds("java.nio.file.Files", ModuleRules.onlyTheseOpenFiles(FIXTURES, STORE)),
            finds("java.nio.channels.FileChannel.open", ModuleRules.onlyTheseOpenFiles(FIXTURES, STORE)),
            finds("org.assertj", ModuleRules.onlyThisUses(FIXTURES, STORE, "org.assertj..")),
            finds("has 2 types", ModuleRules.packagesHaveAtMost(FIXTURES, 1)));
    }

    @Test
    void executorThatIsNamedIsNoViolation() {
        EvaluationResult result = PurityRules.usesNoDefaultExecutor(CORE).evaluate(BROKEN);

        assertThat(result.getFailureReport().getDetails()).noneMatch(detail -> detail.contains("onNamedExecutor"));
    }

    private static Arguments finds(String violation, ArchRule rule) {
        return Arguments.of(violation, rule);
    }
}
