/* A host as small as can be: it loads the plug-in as other programs do, at run time and
 * by name, and prints what it says. `host LIBRARY solve|optimize|stop|name …` */

#include "sokoscope_plugin.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *library;
static int calls_before_stop = -1;

static void *named(const char *name) {
    void *found = dlsym(library, name);
    if (!found) {
        fprintf(stderr, "%s is not exported\n", name);
        exit(2);
    }
    return found;
}

static int callback(void) { return calls_before_stop >= 0 && calls_before_stop-- == 0; }

typedef int (*Work)(unsigned, unsigned, const char *, char *, unsigned, SokoPluginStatus *,
                    SokoPluginCallback);

/* host LIBRARY FUNCTION WIDTH HEIGHT BOARD MOVES LENGTH FLAGS CALLS */
static int work(char **words) {
    unsigned width = atoi(words[1]), height = atoi(words[2]), length = atoi(words[5]);
    char *moves = malloc(length + 8);
    SokoPluginStatus status = {sizeof status, 0, 0, 0, 0, "", 0};
    memset(moves, 'x', length + 8);
    if (length) {
        strncpy(moves, words[4], length);
    }
    status.flags = atoi(words[6]);
    calls_before_stop = atoi(words[7]);
    int result = ((Work)named(words[0]))(width, height, words[3], moves, length, &status, callback);
    for (unsigned i = length; i < length + 8; i++) {
        if (moves[i] != 'x') {
            fprintf(stderr, "written past the buffer\n");
            return 2;
        }
    }
    printf("%d %.*s %u %lld %lld\n", result, (int)length, moves, status.flags & SOKO_SOLUTION,
           (long long)status.moves, (long long)status.pushes);
    free(moves);
    return 0;
}

static int about(void) {
    char name[6];
    unsigned width = 0, height = 0, boxes = 1;
    ((void (*)(char *, unsigned))named("GetPluginName"))(name, sizeof name);
    ((void (*)(unsigned *, unsigned *, unsigned *))named("GetConstraints"))(&width, &height, &boxes);
    ((void (*)(void *))named("Configure"))(NULL);
    ((void (*)(void *))named("ShowAbout"))(NULL);
    int (*supports)(unsigned) = (int (*)(unsigned))named("IsSupportedOptimization");
    printf("%s %u %u %u %d %d %d %d\n", name, width, height, boxes, supports(SOKO_PUSHES),
           supports(SOKO_MOVES | SOKO_BOX_LINES * SOKO_SECOND), supports(SOKO_BOX_LINES),
           ((int (*)(void))named("Terminate"))());
    return 0;
}

int main(int n_words, char **words) {
    library = n_words > 2 ? dlopen(words[1], RTLD_NOW) : NULL;
    if (!library) {
        fprintf(stderr, "%s\n", n_words > 2 ? dlerror() : "host LIBRARY FUNCTION …");
        return 2;
    }
    return strcmp(words[2], "about") == 0 ? about() : work(words + 2);
}
