@echo off
rem SPDX-License-Identifier: Apache-2.0
rem
rem Starts the command line on Windows: from an unpacked distribution (lib\ is next to bin\), or from a checkout, which it builds if there
rem is no build yet. After a change of the sources, delete cli\target\cdc-tester to build again.
rem
rem   JAVA_HOME                             the Java to run on, 17 or newer; else the first java on the PATH
rem   JAVA_OPTS, CDC_TESTER_JAVA_OPTS       options for it, split at blanks
rem
rem No Windows machine tests this script. It has no blocks in parentheses, which a path such as "Program Files (x86)" would end.
setlocal DisableDelayedExpansion

for %%d in ("%~dp0..") do set "home=%%~fd"

set "java=java.exe"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java.exe"
if defined JAVA_HOME if not exist "%java%" goto :no_java_home
if not defined JAVA_HOME where /q java.exe
if not defined JAVA_HOME if errorlevel 1 goto :no_java

set "java_version="
for /f "tokens=2 delims==" %%v in ('call "%java%" -XshowSettings:properties -version 2^>^&1 ^| findstr /c:"java.specification.version ="') do set "java_version=%%v"
if not defined java_version set "java_version=0"
set "java_version=%java_version: =%"
rem Java 8 is 1.8
for /f "delims=." %%v in ("%java_version%") do set "java_version=%%v"
if %java_version% LSS 17 goto :old_java

set "class_path=%home%\lib\*;%home%\embedded\*"
if exist "%home%\lib\cdc-tester-cli-*.jar" goto :start

if not exist "%home%\cli\pom.xml" goto :no_home
set "dist=%home%\cli\target\cdc-tester"
set "class_path=%dist%\lib\*;%dist%\embedded\*;%home%\lib\*"
if exist "%dist%\.built" goto :start

where /q mvn
if errorlevel 1 goto :no_maven
echo cdc-tester: building "%home%", as there is no build yet (a minute or two)>&2
if not exist "%home%\target" mkdir "%home%\target"
set "log=%home%\target\cdc-tester-build.log"
call mvn -q -B -ntp -f "%home%\pom.xml" -pl cli -am -Dmaven.test.skip=true -Darchive.skip=true package >"%log%" 2>&1
if errorlevel 1 goto :no_build

:start
rem A full heap ends the command itself, with exit code 1: no option of Java is needed for that.
set "options=%JAVA_OPTS% %CDC_TESTER_JAVA_OPTS%"
set "all_options= %JAVA_TOOL_OPTIONS% %JDK_JAVA_OPTIONS% %options% "
set "heap=-Xmx256m"
if not "%all_options: -Xmx=%"=="%all_options%" set "heap="
set "collector=-XX:+UseParallelGC"
if not "%all_options:GC =%"=="%all_options%" set "collector="
set "native="
if %java_version% GEQ 22 set "native=--enable-native-access=ALL-UNNAMED"
"%java%" %native% %collector% %heap% %options% -cp "%class_path%" io.github.cdctester.cli.Main %*
exit /b %ERRORLEVEL%

:no_java_home
echo cdc-tester: JAVA_HOME is "%JAVA_HOME%", which has no bin\java.exe; Java 17 or newer is needed>&2
exit /b 1

:no_java
echo cdc-tester: found no java: install Java 17 or newer, or set JAVA_HOME>&2
exit /b 1

:old_java
echo cdc-tester: "%java%" is Java %java_version%; Java 17 or newer is needed>&2
exit /b 1

:no_home
echo cdc-tester: "%home%" is neither a distribution nor a checkout>&2
exit /b 1

:no_maven
echo cdc-tester: building needs Maven 3.8 or newer: found no mvn on the PATH>&2
exit /b 1

:no_build
findstr /b /c:"[ERROR]" "%log%" >&2
echo cdc-tester: the build failed; its output is in "%log%">&2
exit /b 1
