// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.browser;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A headless Chromium that resolves no host name. */
public final class Browser implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final long CHECK_INTERVAL_NANOS = 20_000_000;

    /** Selenium warns about each Chromium that is newer than Selenium. */
    private static final Logger SELENIUM_LOGGER = Logger.getLogger("org.openqa.selenium");

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    public static Browser start(Path downloads) {
        SELENIUM_LOGGER.setLevel(Level.SEVERE);
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(BrowserPrograms.chromium().orElseThrow().toFile());
        options.addArguments(
                "--headless=new",
                "--no-sandbox", // needed for root in a container
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--disable-component-update",
                "--no-first-run",
                "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
                "--window-size=1280,900");
        options.setCapability("goog:loggingPrefs", logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(BrowserPrograms.driver().orElseThrow().toFile())
                .usingAnyFreePort()
                .build();
        Browser browser = new Browser(new ChromeDriver(service, options));
        browser.driver.executeCdpCommand(
                "Browser.setDownloadBehavior",
                Map.of(
                        "behavior",
                        "allow",
                        "downloadPath",
                        downloads.toAbsolutePath().toString()));
        return browser;
    }

    /** Discards requests and messages of the previous page. */
    public void open(Path file) {
        open(file.toUri().toString());
    }

    /** Discards requests and messages of the previous page. */
    public void open(String address) {
        emulate("", "light");
        setWidth(1280);
        driver.get("about:blank");
        consoleWarnings();
        requests();
        driver.get(address);
        // on a busy machine, the driver may return when the blank page is loaded, before it loads this page
        await("the page is loaded", "return location.href !== 'about:blank' && document.readyState === 'complete'");
    }

    public void reload() {
        driver.navigate().refresh();
    }

    public void setWidth(int pixels) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", pixels, "height", 900, "deviceScaleFactor", 1, "mobile", false));
    }

    /** The medium is {@code print}, or empty for the screen. */
    public void emulate(String medium, String colourScheme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "media",
                        medium,
                        "features",
                        List.of(
                                Map.of("name", "prefers-color-scheme", "value", colourScheme),
                                Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
    }

    /** The script reads its arguments as {@code arguments[0]} and so on. */
    @SuppressWarnings("unchecked")
    public <T> T eval(String script, Object... arguments) {
        return (T) driver.executeScript(script, arguments);
    }

    public void await(String description, String script, Object... arguments) {
        long deadlineNanos = System.nanoTime() + TIMEOUT.toNanos();
        while (!Boolean.TRUE.equals(eval(script, arguments))) {
            if (System.nanoTime() - deadlineNanos > 0) {
                throw new AssertionError("after " + TIMEOUT + ": " + description);
            }
            LockSupport.parkNanos(CHECK_INTERVAL_NANOS);
        }
    }

    public WebElement element(String selector) {
        return driver.findElement(By.cssSelector(selector));
    }

    public List<WebElement> elements(String selector) {
        return driver.findElements(By.cssSelector(selector));
    }

    /** Positions are fractions of the element's width, from 0 to 1. */
    public void drag(WebElement element, double from, double to) {
        int width = scrollTo(element);
        new Actions(driver)
                .moveToElement(element, (int) (width * (from - 0.5)), 0)
                .clickAndHold()
                .moveByOffset((int) (width * (to - from) / 2), 0)
                .moveByOffset((int) (width * (to - from) / 2), 0)
                .release()
                .perform();
    }

    /** The fraction of the width is from 0 to 1. */
    public void hover(WebElement element, double fraction) {
        int width = scrollTo(element);
        new Actions(driver)
                .moveToElement(element, (int) (width * (fraction - 0.5)), 0)
                .perform();
    }

    /** The mouse reaches only visible elements. Returns the element's width. */
    private int scrollTo(WebElement element) {
        eval("arguments[0].scrollIntoView({ behavior: 'instant', block: 'center' })", element);
        return element.getSize().getWidth();
    }

    /** Returns the console's warnings and errors since the last call. */
    public List<String> consoleWarnings() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(LogEntry::getMessage)
                .toList();
    }

    /** Returns the URLs requested since the last call, without {@code data:} and {@code blob:} URLs. */
    public List<String> requests() {
        List<String> urls = new ArrayList<>();
        for (LogEntry entry : driver.manage().logs().get(LogType.PERFORMANCE)) {
            JsonNode message = JsonMapper.shared().readTree(entry.getMessage()).get("message");
            if (message.get("method").asString().equals("Network.requestWillBeSent")) {
                String url = message.at("/params/request/url").asString();
                if (!url.startsWith("data:") && !url.startsWith("blob:")) {
                    urls.add(url);
                }
            }
        }
        return urls;
    }

    @Override
    public void close() {
        driver.quit();
    }
}
