@echo off
rem Runs the granary command line on Windows. UNTESTED: written from the launcher for Unix, never run.
rem GRANARY_JAVA_OPTIONS holds further options for Java, such as -Xmx8g.
setlocal
set "jar=%~dp0lib\granary.jar"
if not exist "%jar%" set "jar=%~dp0dist\target\granary.jar"
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
if not exist "%jar%" (
    echo granary: %jar% is missing; build it: mvn -q -DskipTests -pl dist -am package>&2
    exit /b 1
)
"%java%" --sun-misc-unsafe-memory-access=allow %GRANARY_JAVA_OPTIONS% -jar "%jar%" %*
exit /b %ERRORLEVEL%
