/* The plug-in interface that Sokoban programs load, as Sokoscope offers it.
 * docs/plugin.md has the words behind the numbers. */
#ifndef SOKOSCOPE_PLUGIN_H
#define SOKOSCOPE_PLUGIN_H

#include <stdint.h>

#ifdef _WIN32
#define SOKO_CALL __stdcall
#else
#define SOKO_CALL
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Results of SolveEx and Optimize. */
enum {
    SOKO_OK = 0,
    SOKO_CONSTRAINTS = 1,       /* the board is too large */
    SOKO_INVALID = 2,           /* no level, or moves that do not solve it */
    SOKO_IMPOSSIBLE = 3,        /* proved: there is no solution */
    SOKO_GAVE_UP = 4,
    SOKO_TOO_LONG = 5,          /* the moves do not fit into the buffer */
    SOKO_BAD_CONFIGURATION = 6, /* solutions cannot be made shorter in this way */
    SOKO_FAILURE = 7,
    SOKO_TIME_OUT = 8,          /* memory or time was used up */
    SOKO_STOPPED = 9            /* by the callback or by Terminate */
};

/* Flags: a bit for the first number to be made small, and one 32 times as high for the
 * second. SOKO_SOLUTION is set in a status when there is a solution. */
enum {
    SOKO_SOLUTION = 1,
    SOKO_MOVES = 2,
    SOKO_PUSHES = 4,
    SOKO_BOX_LINES = 8,
    SOKO_BOX_CHANGES = 16,
    SOKO_PUSHING_SESSIONS = 32,
    SOKO_SECOND = 32
};

typedef struct {
    uint32_t size; /* sizeof, set by the host */
    uint32_t flags;
    int64_t moves;
    int64_t pushes;
    int64_t states;
    char text[256];
    uint32_t milliseconds;
} SokoPluginStatus;

/* Called about ten times a second; anything but 0 means stop. */
typedef int(SOKO_CALL *SokoPluginCallback)(void);

void SOKO_CALL GetPluginName(char *name, unsigned int length);
void SOKO_CALL GetConstraints(unsigned int *width, unsigned int *height, unsigned int *boxes);
void SOKO_CALL Configure(void *window);
void SOKO_CALL ShowAbout(void *window);
int SOKO_CALL IsSupportedOptimization(unsigned int flags);
/* The board is width * height characters, row after row, without line ends. */
int SOKO_CALL SolveEx(unsigned int width, unsigned int height, const char *board, char *solution,
                      unsigned int length, SokoPluginStatus *status, SokoPluginCallback callback);
int SOKO_CALL Optimize(unsigned int width, unsigned int height, const char *board, char *moves,
                       unsigned int length, SokoPluginStatus *status, SokoPluginCallback callback);
/* Ends a call that another thread is in. */
int SOKO_CALL Terminate(void);

#ifdef __cplusplus
}
#endif

#endif
