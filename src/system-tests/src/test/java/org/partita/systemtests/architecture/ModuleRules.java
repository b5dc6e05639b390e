package org.partita.systemtests.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;

/** Which module may know which, and what each may do. */
final class ModuleRules {
    private static final Set<String> FILE_TYPES = Set.of(Files.class.getName(), FileInputStream.class.getName(),
        FileOutputStream.class.getName(), FileReader.class.getName(), FileWriter.class.getName(),
        RandomAccessFile.class.getName(), AsynchronousFileChannel.class.getName());
    private static final List<String> CHANGE_ON_DISK =
        List.of("delete", "mkdir", "mkdirs", "createNewFile", "renameTo", "createTempFile", "deleteOnExit");

    private ModuleRules() {
    }

    /** Of the classes below {@code ours}, {@code module} knows only itself and {@code neighbours}. */
    static ArchRule knowsOfOurs(String ours, String module, String... neighbours) {
        return noClasses().that().resideInAPackage(module).should().dependOnClassesThat(
            resideInAnyPackage(ours)
                .and(DescribedPredicate.not(resideInAnyPackage(neighbours)))
                .and(DescribedPredicate.not(resideInAnyPackage(module))));
    }

    static ArchRule doesNotKnow(String module, String... others) {
        return noClasses().that().resideInAPackage(module).should().dependOnClassesThat(resideInAnyPackage(others));
    }

    /** Below {@code ours}, only {@code owners} open, create, delete or rename files. */
    static ArchRule onlyTheseOpenFiles(String ours, String... owners) {
        return noClasses().that().resideInAPackage(ours).and(DescribedPredicate.not(resideInAnyPackage(owners)))
            .should().callCodeUnitWhere(describe("a file is opened or changed", ModuleRules::opensFile));
    }

    /** Below {@code ours}, only {@code owner} uses {@code library}. */
    static ArchRule onlyThisUses(String ours, String owner, String library) {
        return noClasses().that().resideInAPackage(ours).and().resideOutsideOfPackage(owner)
            .should().dependOnClassesThat().resideInAPackage(library);
    }

    static ArchRule packagesHaveAtMost(String ours, int types) {
        return classes().that().resideInAPackage(ours)
            .and().areTopLevelClasses().and().doNotHaveSimpleName("package-info")
            .should(TypeConditions.liveInPackagesOfAtMost(types));
    }

    private static boolean opensFile(JavaCall<?> call) {
        JavaClass owner = call.getTargetOwner();
        if (owner.isEquivalentTo(FileChannel.class)) return call.getName().equals("open");
        if (owner.isEquivalentTo(java.io.File.class)) return CHANGE_ON_DISK.contains(call.getName());
        if (owner.isEquivalentTo(PrintWriter.class)) return takesFileOrName(call);
        return FILE_TYPES.contains(owner.getName());
    }

    private static boolean takesFileOrName(JavaCall<?> call) {
        return call.getTarget().getRawParameterTypes().stream().limit(1)
            .anyMatch(type -> type.isEquivalentTo(java.io.File.class) || type.isEquivalentTo(String.class))
            && call.getName().equals("<init>");
    }
}
