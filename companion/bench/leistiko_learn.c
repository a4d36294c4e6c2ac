/* Learns the tables of companion/games/leistiko_blockade/weights.py from games of Leistiko's Blockade against itself
 * and against the greedy player, by temporal differences (Sutton 1988) with lookup tables for features.
 *
 *   gcc -O2 -o learn companion/bench/leistiko_learn.c -lm && ./learn 120000 > weights.py
 *
 * Chance is seeded: the same number of games gives the same tables. It takes some minutes. Python would take hours.
 */
#include "leistiko_self_play.h"

/* Also in the logit of the mover's chances: NEAR and FAR by pieces of neighbouring own and opposing rows. */
static float near[COUNTS][COUNTS], far[COUNTS][COUNTS];

static int low(int a, int b) { return a < b ? a : b; }
static int high(int a, int b) { return a < b ? b : a; }

static double estimate(const Side *own, const Side *opposing, int seat) {
  double logit = left[seat][pieces(own)][pieces(opposing)];
  for (int i = 0; i < ROWS; i++) logit += facing[(int)own->n[i]][(int)opposing->n[i]];
  for (int i = 0; i + 1 < ROWS; i++) {
    logit += near[low(own->n[i], own->n[i + 1])][high(own->n[i], own->n[i + 1])];
    logit += far[low(opposing->n[i], opposing->n[i + 1])][high(opposing->n[i], opposing->n[i + 1])];
  }
  return 1 / (1 + exp(-logit));
}

static void correct(const Side *own, const Side *opposing, int seat, double by) {
  left[seat][pieces(own)][pieces(opposing)] += by;
  for (int i = 0; i < ROWS; i++) facing[(int)own->n[i]][(int)opposing->n[i]] += by;
  for (int i = 0; i + 1 < ROWS; i++) {
    near[low(own->n[i], own->n[i + 1])][high(own->n[i], own->n[i + 1])] += by;
    far[low(opposing->n[i], opposing->n[i + 1])][high(opposing->n[i], opposing->n[i + 1])] += by;
  }
}

static void print_table(const char *name, float table[COUNTS][COUNTS]) {
  printf("%s = (\n", name);
  for (int a = 0; a < COUNTS; a++) {
    printf("    (");
    for (int b = 0; b < COUNTS; b++) printf("%d%s", (int)lround(100 * table[a][b]), b + 1 < COUNTS ? ", " : "),\n");
  }
  printf(")\n");
}

int main(int argc, char **argv) {
  int games = argc > 1 ? atoi(argv[1]) : 120000;
  guess_facing();
  for (int game = 0; game < games; game++)
    learn_from_game(game, game % 8 < 4 ? game & 1 : NOBODY, NOBODY, RATE * (1 - 0.9 * game / games));
  printf("\"\"\"What pieces on the rows are worth, in hundredths of a logit; written by companion/bench/leistiko_learn.c.\"\"\"\n\n");
  print_table("FACING", facing);
  print_table("NEAR", near);
  print_table("FAR", far);
  print_table("LEFT_FIRST", left[0]);
  print_table("LEFT_SECOND", left[1]);
  return 0;
}
