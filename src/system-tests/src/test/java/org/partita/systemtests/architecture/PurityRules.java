package org.partita.systemtests.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import java.io.RandomAccessFile;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.Timer;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.BaseStream;

/** What pure code leaves to its caller: files, sockets, threads, time and chance. */
final class PurityRules {
    private static final Set<String> FORBIDDEN_TYPES = Set.of(
        Thread.class.getName(), ThreadGroup.class.getName(), Process.class.getName(), ProcessBuilder.class.getName(),
        Runtime.class.getName(), ThreadLocalRandom.class.getName(), Executors.class.getName(),
        ForkJoinPool.class.getName(), Timer.class.getName(), RandomAccessFile.class.getName());
    private static final Set<String> FORBIDDEN_CALLS = Set.of(
        "java.lang.System.currentTimeMillis", "java.lang.System.nanoTime", "java.lang.System.exit",
        "java.lang.System.getenv", "java.lang.System.getProperty", "java.lang.Math.random",
        "java.util.UUID.randomUUID", "java.util.concurrent.TimeUnit.sleep",
        "java.util.random.RandomGenerator.getDefault", "java.util.random.RandomGenerator.of",
        "java.util.Collection.parallelStream", "java.util.Collections.shuffle");
    private static final Set<String> TIMED_FUTURE_CALLS = Set.of("orTimeout", "completeOnTimeout", "delayedExecutor");
    private static final Set<String> CLOCK_FACTORIES =
        Set.of("system", "systemUTC", "systemDefaultZone", "tickMillis", "tickSeconds", "tickMinutes");

    private PurityRules() {
    }

    static List<ArchRule> all(String pure, String... neighbours) {
        return List.of(dependsOnlyOnJdkAnd(pure, neighbours), touchesNoFilesSocketsOrThreads(pure),
            asksNoClockAndNoChance(pure), usesNoDefaultExecutor(pure), holdsNoLock(pure), isClosed(pure));
    }

    static ArchRule dependsOnlyOnJdkAnd(String pure, String... neighbours) {
        DescribedPredicate<JavaClass> allowed = JavaClass.Predicates.resideInAnyPackage(neighbours)
            .or(JavaClass.Predicates.resideInAnyPackage(pure, "java.."));
        return classes().that().resideInAPackage(pure).should().onlyDependOnClassesThat(arrayOf(allowed));
    }

    static ArchRule touchesNoFilesSocketsOrThreads(String pure) {
        return noClasses().that().resideInAPackage(pure).should().dependOnClassesThat(
            describe("are files, channels, sockets, processes or threads", PurityRules::reachesOutside));
    }

    static ArchRule asksNoClockAndNoChance(String pure) {
        return noClasses().that().resideInAPackage(pure).should().callCodeUnitWhere(
            describe("time, chance or the environment is asked", PurityRules::asksEnvironment));
    }

    static ArchRule usesNoDefaultExecutor(String pure) {
        return noClasses().that().resideInAPackage(pure).should().callCodeUnitWhere(
            describe("work goes to a default executor or timer", PurityRules::usesDefaultExecutor));
    }

    static ArchRule holdsNoLock(String pure) {
        ArchRule noMonitor = noMethods().that().areDeclaredInClassesThat().resideInAPackage(pure)
            .should().haveModifier(JavaModifier.SYNCHRONIZED);
        ArchRule noLock = noClasses().that().resideInAPackage(pure)
            .should().dependOnClassesThat().resideInAPackage("java.util.concurrent.locks");
        return CompositeArchRule.of(noMonitor).and(noLock);
    }

    static ArchRule isClosed(String pure) {
        return classes().that().resideInAPackage(pure).should(TypeConditions.BE_CLOSED);
    }

    private static DescribedPredicate<JavaClass> arrayOf(DescribedPredicate<JavaClass> element) {
        return describe(element.getDescription(), type -> {
            JavaClass base = type.getBaseComponentType();
            return base.isPrimitive() || element.test(base);
        });
    }

    private static boolean reachesOutside(JavaClass type) {
        String name = type.getName();
        String packageName = type.getPackageName();
        return FORBIDDEN_TYPES.contains(name) || name.startsWith("java.io.File") || packageName.startsWith("java.net")
            || packageName.startsWith("java.nio.file") || packageName.startsWith("java.nio.channels");
    }

    private static boolean asksEnvironment(JavaCall<?> call) {
        JavaClass owner = call.getTargetOwner();
        String method = call.getName();
        boolean clock = owner.getPackageName().equals("java.time")
            && (method.equals("now") || owner.getSimpleName().equals("Clock") && CLOCK_FACTORIES.contains(method));
        boolean unseeded = (owner.isEquivalentTo(Random.class) || owner.getPackageName().equals("java.security"))
            && method.equals("<init>") && call.getTarget().getRawParameterTypes().isEmpty();
        return clock || unseeded || FORBIDDEN_CALLS.contains(owner.getName() + "." + method);
    }

    private static boolean usesDefaultExecutor(JavaCall<?> call) {
        JavaClass owner = call.getTargetOwner();
        String method = call.getName();
        if (owner.isAssignableTo(BaseStream.class)) return method.equals("parallel");
        if (!owner.isAssignableTo(CompletionStage.class)) return false;
        boolean withExecutor = call.getTarget().getRawParameterTypes().stream()
            .anyMatch(parameter -> parameter.isEquivalentTo(Executor.class));
        return TIMED_FUTURE_CALLS.contains(method) || method.endsWith("Async") && !withExecutor;
    }
}
