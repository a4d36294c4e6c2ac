/* What a player of Leistiko's Blockade gets against the greedy player of leistiko_play.py who has learnt against him
 * alone and looks one turn ahead: a mark for suggestions, which have to be good against anybody. No strict bound.
 *
 *   gcc -O2 -o cap companion/bench/leistiko_cap.c -lm && ./cap 80000
 */
#include "leistiko_self_play.h"

enum { CAP = 8, CODES = CAP * CAP };
static const double LAST_RATE = 0.0005;

/* Also in the logit of the mover's chances: what the pieces of two neighbouring rows are worth together, CAP - 1 at most
 * of each, whichever row is nearer the edge. */
static float pairs[CODES][CODES];

static int capped(int count) { return count < CAP ? count : CAP - 1; }

static float *pair(const Side *own, const Side *opposing, int i) {
  int a = capped(own->n[i]) * CAP + capped(opposing->n[i]);
  int b = capped(own->n[i + 1]) * CAP + capped(opposing->n[i + 1]);
  return a < b ? &pairs[a][b] : &pairs[b][a];
}

static double estimate(const Side *own, const Side *opposing, int seat) {
  double logit = left[seat][pieces(own)][pieces(opposing)];
  for (int i = 0; i < ROWS; i++) logit += facing[(int)own->n[i]][(int)opposing->n[i]];
  for (int i = 0; i + 1 < ROWS; i++) logit += *pair(own, opposing, i);
  return 1 / (1 + exp(-logit));
}

static void correct(const Side *own, const Side *opposing, int seat, double by) {
  left[seat][pieces(own)][pieces(opposing)] += by;
  for (int i = 0; i < ROWS; i++) facing[(int)own->n[i]][(int)opposing->n[i]] += by;
  for (int i = 0; i + 1 < ROWS; i++) *pair(own, opposing, i) += by;
}

/* The share of points against the greedy player. */
static double strength(int games) {
  static Side own[MOST_TURNS], opposing[MOST_TURNS];
  double points = 0, first;
  for (int game = 0; game < games; game++) {
    Side sides[2] = {SETUP, SETUP};
    play_game(sides, game & 1, 0, own, opposing, &first);
    points += game & 1 ? first : 1 - first;
  }
  return points / games;
}

int main(int argc, char **argv) {
  int games = argc > 1 ? atoi(argv[1]) : 80000;
  guess_facing();
  for (int game = 0; game < games; game++) {
    int greedy = game & 1;
    learn_from_game(game, greedy, greedy, RATE * pow(LAST_RATE / RATE, (double)game / games));
    if (game % 20000 == 19999)
      printf("%d games: %.1f %% of points in 4000 games against the greedy player\n", game + 1, 100 * strength(4000));
  }
  return 0;
}
