// browser.c - the browser of the tests: a process with two pipes. A message is JSON and a zero
// byte.
#include "browser.h"

#include <check.h>
#include <ctype.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t browser;
static FILE *to_browser, *from_browser;
static char session[128], folder[64], errors[4096], text[1 << 16];

// ---- the process -----------------------------------------------------------------------

static const char *find_browser(void)
{
    static const char *const names[] = {"chromium", "chromium-browser", "google-chrome", "chrome"};
    static char path[PATH_MAX];
    char *copy = strdup(getenv("PATH") ? getenv("PATH") : "/usr/bin"), *rest = copy;
    const char *found = NULL;
    for (char *part; !found && (part = strsep(&rest, ":"));)
        for (size_t i = 0; !found && i < sizeof names / sizeof *names; i++) {
            snprintf(path, sizeof path, "%s/%s", part, names[i]);
            found = access(path, X_OK) == 0 ? path : NULL;
        }
    free(copy);
    return found;
}

// No sandbox: the pages are our own, and root cannot use one.
static void become_browser(const char *path, int commands, int answers)
{
    char profile[80];
    snprintf(profile, sizeof profile, "--user-data-dir=%s", folder);
    int quiet = open("/dev/null", O_RDWR);
    dup2(quiet, STDIN_FILENO);
    dup2(quiet, STDOUT_FILENO);
    dup2(quiet, STDERR_FILENO);
    dup2(commands, 3); // the descriptors that --remote-debugging-pipe uses
    dup2(answers, 4);
    execl(path, path, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
          "--no-first-run", "--disable-extensions", "--disable-background-networking", profile,
          "about:blank", NULL);
    _exit(127);
}

bool browser_exists(void) { return find_browser() != NULL; }

void browser_start(void)
{
    const char *path = find_browser();
    int in[2], out[2];
    snprintf(folder, sizeof folder, "/tmp/look-browser-XXXXXX");
    ck_assert(mkdtemp(folder) != NULL);
    ck_assert_int_eq(pipe(in) + pipe(out), 0);
    int commands = fcntl(in[0], F_DUPFD_CLOEXEC, 10), answers = fcntl(out[1], F_DUPFD_CLOEXEC, 10);
    int ours = fcntl(in[1], F_DUPFD_CLOEXEC, 10), theirs = fcntl(out[0], F_DUPFD_CLOEXEC, 10);
    close(in[0]), close(in[1]), close(out[0]), close(out[1]);
    browser = fork();
    if (browser == 0)
        become_browser(path, commands, answers);
    close(commands);
    close(answers);
    to_browser = fdopen(ours, "w");
    from_browser = fdopen(theirs, "r");
    setvbuf(from_browser, NULL, _IONBF, 0); // tests are processes that share the pipe
    json_t *target =
        browser_command("Target.createTarget", json_pack("{s:s}", "url", "about:blank"));
    json_t *attached = browser_command(
        "Target.attachToTarget",
        json_pack("{s:O,s:b}", "targetId", json_object_get(target, "targetId"), "flatten", 1));
    snprintf(session, sizeof session, "%s",
             json_string_value(json_object_get(attached, "sessionId")));
    json_decref(target);
    json_decref(attached);
    json_decref(browser_command("Runtime.enable", NULL));
    json_decref(browser_command("Page.enable", NULL));
}

void browser_end(void)
{
    char command[256];
    if (!browser)
        return;
    fclose(to_browser);
    fclose(from_browser);
    kill(browser, SIGTERM);
    waitpid(browser, NULL, 0);
    browser = 0;
    snprintf(command, sizeof command, "rm -rf %s || { sleep 1; rm -rf %s; }", folder,
             folder); // its helpers end a little later
    ck_assert_int_eq(system(command), 0);
}

// ---- messages -----------------------------------------------------------------------------

static json_t *next_message(void)
{
    char *line = NULL;
    size_t size = 0;
    ck_assert_msg(getdelim(&line, &size, 0, from_browser) > 0, "the browser has ended");
    json_t *message = json_loads(line, 0, NULL);
    ck_assert_msg(message != NULL, "not JSON: %.200s", line);
    free(line);
    return message;
}

static void note_event(const json_t *message)
{
    const char *method = json_string_value(json_object_get(message, "method"));
    json_t *details = json_object_get(json_object_get(message, "params"), "exceptionDetails");
    if (!method || strcmp(method, "Runtime.exceptionThrown") != 0)
        return;
    json_t *thrown = json_object_get(details, "exception");
    const char *what = json_string_value(json_object_get(thrown, "description"));
    snprintf(errors + strlen(errors), sizeof errors - strlen(errors), "%.1000s\n",
             what ? what : "an exception");
}

json_t *browser_command(const char *method, json_t *parameters)
{
    static int number;
    int id = (getpid() % 100000) * 10000 + ++number; // of this test, and no other
    json_t *message = json_pack("{s:i,s:s,s:o}", "id", id, "method", method, "params",
                                parameters ? parameters : json_object());
    if (session[0])
        json_object_set_new(message, "sessionId", json_string(session));
    char *words = json_dumps(message, JSON_COMPACT);
    json_decref(message);
    ck_assert_msg(fwrite(words, 1, strlen(words) + 1, to_browser) == strlen(words) + 1 &&
                      fflush(to_browser) == 0,
                  "the browser has ended");
    free(words);
    for (;;) {
        json_t *answer = next_message();
        if (json_integer_value(json_object_get(answer, "id")) == id) {
            json_t *result = json_incref(json_object_get(answer, "result"));
            const char *error =
                json_string_value(json_object_get(json_object_get(answer, "error"), "message"));
            ck_assert_msg(!error, "%s: %s", method, error);
            json_decref(answer);
            return result;
        }
        note_event(answer);
        json_decref(answer);
    }
}

const char *browser_errors(void) { return errors; }

// ---- expressions ----------------------------------------------------------------------------

static json_t *value_of(const char *expression)
{
    json_t *result =
        browser_command("Runtime.evaluate", json_pack("{s:s,s:b,s:b}", "expression", expression,
                                                      "returnByValue", 1, "awaitPromise", 1));
    json_t *thrown = json_object_get(json_object_get(result, "exceptionDetails"), "exception");
    const char *what = json_string_value(json_object_get(thrown, "description"));
    ck_assert_msg(!thrown, "%.300s: %s", expression, what ? what : "an exception");
    json_t *value = json_incref(json_object_get(json_object_get(result, "result"), "value"));
    json_decref(result);
    return value;
}

#define FORMATTED(format) \
    ({ \
        va_list list; \
        char *words; \
        va_start(list, format); \
        ck_assert_int_ge(vasprintf(&words, format, list), 0); \
        va_end(list); \
        words; \
    })

json_t *browser_value(const char *expression, ...)
{
    char *words = FORMATTED(expression);
    json_t *value = value_of(words);
    free(words);
    return value;
}

bool browser_true(const char *expression, ...)
{
    char *words = FORMATTED(expression);
    json_t *value = value_of(words);
    bool is_true = json_is_true(value);
    json_decref(value);
    free(words);
    return is_true;
}

double browser_number(const char *expression, ...)
{
    char *words = FORMATTED(expression);
    json_t *value = value_of(words);
    ck_assert_msg(json_is_number(value), "%s is no number", words);
    double number = json_number_value(value);
    json_decref(value);
    free(words);
    return number;
}

const char *browser_text(const char *expression, ...)
{
    char *words = FORMATTED(expression);
    json_t *value = value_of(words);
    ck_assert_msg(json_is_string(value), "%s is no text", words);
    snprintf(text, sizeof text, "%s", json_string_value(value));
    json_decref(value);
    free(words);
    return text;
}

static bool is_true_now(const char *expression)
{
    json_t *value = value_of(expression);
    bool is_true = json_is_true(value);
    json_decref(value);
    return is_true;
}

void browser_wait(const char *expression, ...)
{
    char *words = FORMATTED(expression);
    while (!is_true_now(words))
        usleep(20000);
    free(words);
}

// ---- the window, the mouse, the keyboard -------------------------------------------------------

void browser_window(int width, int height, bool dark)
{
    json_decref(browser_command("Emulation.setDeviceMetricsOverride",
                                json_pack("{s:i,s:i,s:i,s:b}", "width", width, "height", height,
                                          "deviceScaleFactor", 1, "mobile", width < 500)));
    json_decref(
        browser_command("Emulation.setEmulatedMedia",
                        json_pack("{s:s,s:[{s:s,s:s}]}", "media", "", "features", "name",
                                  "prefers-color-scheme", "value", dark ? "dark" : "light")));
}

void browser_print_media(bool paper)
{
    json_decref(browser_command("Emulation.setEmulatedMedia",
                                json_pack("{s:s}", "media", paper ? "print" : "")));
}

void browser_open(const char *file, const char *place)
{
    char path[PATH_MAX], *address;
    ck_assert_msg(realpath(file, path) != NULL, "there is no %s", file);
    errors[0] = 0;
    json_decref(browser_command("Page.navigate", json_pack("{s:s}", "url", "about:blank")));
    browser_wait("location.href === 'about:blank' && document.readyState === 'complete'");
    ck_assert_int_ge(asprintf(&address, "file://%s#%s", path, place), 0);
    json_decref(browser_command("Page.navigate", json_pack("{s:s}", "url", address)));
    free(address);
    browser_wait("location.protocol === 'file:' && document.readyState === 'complete'");
    ck_assert_msg(browser_true("document.body.dataset.ready === 'yes'"),
                  "the page did not draw itself: %s", errors);
}

static void mouse(const char *type, double x, double y)
{
    json_decref(browser_command("Input.dispatchMouseEvent",
                                json_pack("{s:s,s:f,s:f,s:s,s:i}", "type", type, "x", x, "y", y,
                                          "button", "left", "clickCount", 1)));
}

void browser_click(const char *expression, ...)
{
    char *words = FORMATTED(expression);
    json_t *at = browser_value(
        "(() => { const e = %s; if (!e) return null; e.scrollIntoView({block: 'center', inline: "
        "'center'});"
        " const b = e.getBoundingClientRect(), x = b.x + b.width / 2, y = b.y + b.height / 2,"
        " there = document.elementFromPoint(x, y);"
        " return [x, y, Boolean(there) && (e.contains(there) || there.contains(e))]; })()",
        words);
    ck_assert_msg(json_is_array(at), "there is no %s to click at", words);
    ck_assert_msg(json_is_true(json_array_get(at, 2)), "%s is covered by something else", words);
    double x = json_number_value(json_array_get(at, 0)),
           y = json_number_value(json_array_get(at, 1));
    json_decref(at);
    free(words);
    mouse("mouseMoved", x, y);
    mouse("mousePressed", x, y);
    mouse("mouseReleased", x, y);
}

void browser_key(const char *key)
{
    static const struct {
        const char *key;
        int code;
        const char *text;
    } named[] = {{"Tab", 9, NULL},      {"Enter", 13, "\r"},     {"Home", 36, NULL},
                 {"End", 35, NULL},     {"ArrowLeft", 37, NULL}, {"ArrowRight", 39, NULL},
                 {"ArrowUp", 38, NULL}, {"ArrowDown", 40, NULL}};
    int code = toupper((unsigned char)key[0]); // as a keyboard numbers its keys
    const char *typed = key;
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (strcmp(named[i].key, key) == 0) {
            code = named[i].code;
            typed = named[i].text;
        }
    json_t *down = json_pack("{s:s,s:s,s:i}", "type", typed ? "keyDown" : "rawKeyDown", "key", key,
                             "windowsVirtualKeyCode", code);
    if (typed)
        json_object_set_new(down, "text", json_string(typed));
    json_decref(browser_command("Input.dispatchKeyEvent", down));
    json_decref(
        browser_command("Input.dispatchKeyEvent", json_pack("{s:s,s:s,s:i}", "type", "keyUp", "key",
                                                            key, "windowsVirtualKeyCode", code)));
}
