package granary.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Marks tests that take long for what they find: {@code -Dgranary.thorough=true} runs them, as continuous integration does. */
@Inherited
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfSystemProperty(
        named = "granary.thorough",
        matches = "true",
        disabledReason = "-Dgranary.thorough=true runs it")
public @interface Thorough {}
