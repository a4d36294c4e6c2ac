/* What a player of Leistiko's Blockade gets against the greedy player of leistiko_play.py who has learnt against him
 * alone and looks one turn ahead: a mark for suggestions, which have to be good against anybody. No strict bound.
 *
 *   gcc -O2 -o cap companion/bench/leistiko_cap.c -lm && ./cap 80000
 *
 * Learns by temporal differences (Sutton 1988) with lookup tables for features. Chance is seeded.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 6, COUNTS = 17, DIE = 6, MOST_ENDS = 6000, HASH = 8192, MOST_TURNS = 120, CAP = 8, CODES = CAP * CAP };
static const double RATE = 0.02, LAST_RATE = 0.0005, LAMBDA = 0.8, EXPLORE = 0.02;

typedef struct { signed char n[ROWS]; } Side;
typedef struct { Side side; int cost; } End;

/* The logit of the mover's chances after his turn is the sum of: FACING by own and opposing pieces of each row, PAIRS
 * by those of two neighbouring rows, CAP - 1 at most of each, whichever row is nearer the edge, LEFT by who moved and
 * the pieces both have left. */
static float facing[COUNTS][COUNTS], pairs[CODES][CODES], left[2][COUNTS][COUNTS];

static unsigned long long chance = 88172645463325252ULL;

static unsigned random_below(unsigned n) {
  chance ^= chance << 13, chance ^= chance >> 7, chance ^= chance << 17;
  return (unsigned)(chance >> 20) % n;
}

static int pieces(const Side *side) {
  int sum = 0;
  for (int i = 0; i < ROWS; i++) sum += side->n[i];
  return sum;
}

static int leap_cost(int own, int opposing) {
  int cost = 2 + opposing - (own - 1) / 2;
  return cost < 1 ? 1 : cost;
}

/* How `own` can stand after a turn with `row`, with the fewest points for it. Returns how many there are. */
static int reach(const Side *own, const Side *opposing, int row, End *ends) {
  static unsigned keys[HASH];
  static int at[HASH], used[HASH], layer[DIE + 1][MOST_ENDS], stamp;
  int lengths[DIE + 1] = {0}, count = 0;
  stamp++;
  for (int spent = -1; spent <= DIE; spent++)
    for (int q = 0; spent < 0 ? q < 1 : q < lengths[spent]; q++) {
      int from = spent < 0 ? 0 : layer[spent][q];
      if (spent >= 0 && ends[from].cost < spent) continue;
      Side now = spent < 0 ? *own : ends[from].side;
      for (int step = 0; step < (spent < 0 ? 1 : 3 * ROWS); step++) {
        int i = step / 3, kind = step % 3, cost = 0;
        Side then = now;
        if (spent >= 0) {
          if (now.n[i] <= (i == row ? 0 : own->n[i])) continue;
          if ((kind == 0 && i == 0) || (kind == 1 && i == ROWS - 1)) continue;
          then.n[i]--;
          if (kind < 2) then.n[kind ? i + 1 : i - 1]++;
          cost = spent + (kind < 2 ? 1 : leap_cost(now.n[i], opposing->n[i]));
          if (cost > DIE) continue;
        }
        unsigned key = 0;
        for (int k = 0; k < ROWS; k++) key = key * COUNTS + then.n[k];
        unsigned slot = (key * 2654435761u) >> 19;
        while (used[slot] == stamp && keys[slot] != key) slot = (slot + 1) % HASH;
        if (used[slot] != stamp) {
          used[slot] = stamp, keys[slot] = key, at[slot] = count;
          ends[count].side = then, ends[count].cost = DIE + 1;
          count++;
        }
        End *end = &ends[at[slot]];
        if (end->cost <= cost) continue;
        end->cost = cost;
        layer[cost][lengths[cost]++] = at[slot];
      }
    }
  return count;
}

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

/* The best chance to clear all rows in one turn. */
static double chance_to_clear(const Side *own, const Side *opposing) {
  static End ends[MOST_ENDS];
  double best = 0;
  for (int row = 0; row < ROWS; row++) {
    if (!own->n[row]) continue;
    int count = reach(own, opposing, row, ends);
    for (int i = 0; i < count; i++)
      if (!pieces(&ends[i].side) && (DIE + 1 - ends[i].cost) / (double)DIE > best)
        best = (DIE + 1 - ends[i].cost) / (double)DIE;
  }
  return best;
}

static int decided(const Side *own, const Side *opposing, int seat) {
  return !pieces(own) || (seat && !pieces(opposing));
}

/* What it is worth to have ended a turn with `own`; seat 0 is the first player's. */
static double worth(const Side *own, const Side *opposing, int seat) {
  Side none = {{0}};
  if (!pieces(own) && seat) return pieces(opposing) ? 1 : 0.5;
  if (!pieces(own)) return pieces(opposing) > DIE ? 1 : 1 - 0.5 * chance_to_clear(opposing, &none);
  if (seat && !pieces(opposing)) return 0;
  return estimate(own, opposing, seat);
}

/* What the greedy player goes by: few pieces left, then cheap leaps. */
static double greed(const Side *own, const Side *opposing) {
  int cost = 0;
  for (int i = 0; i < ROWS; i++) cost += own->n[i] * leap_cost(own->n[i], opposing->n[i]);
  return -1000 * pieces(own) - cost;
}

static Side play(int greedy, const Side *own, const Side *opposing, int seat, double explore) {
  static End ends[ROWS][MOST_ENDS];
  static double worths[ROWS][MOST_ENDS];
  static int counts[ROWS];
  int die = 1 + random_below(DIE), rows[ROWS], choices = 0, only = -1, chosen = 0;
  for (int row = 0; row < ROWS; row++)
    if (own->n[row]) rows[choices++] = row;
  if (random_below(1000) < 1000 * explore) only = rows[random_below(choices)];
  double most = -1e18;
  for (int k = 0; k < choices; k++) {
    int row = rows[k];
    if (only >= 0 && row != only) continue;
    double best[DIE + 1], total = 0;
    for (int cost = 0; cost <= DIE; cost++) best[cost] = -1e18;
    counts[row] = reach(own, opposing, row, ends[row]);
    for (int i = 0; i < counts[row]; i++) {
      Side *then = &ends[row][i].side;
      double value = greedy ? greed(then, opposing) : worth(then, opposing, seat);
      worths[row][i] = value;
      if (value > best[ends[row][i].cost]) best[ends[row][i].cost] = value;
    }
    for (int cost = 1; cost <= DIE; cost++) {
      if (best[cost - 1] > best[cost]) best[cost] = best[cost - 1];
      total += best[cost];
    }
    if (total > most) most = total, chosen = row;
  }
  int pick = 0;
  for (int i = 0; i < counts[chosen]; i++)
    if (ends[chosen][i].cost <= die && worths[chosen][i] > worths[chosen][pick]) pick = i;
  return ends[chosen][pick].side;
}

static Side random_side(void) {
  Side side = {{0}};
  int rows[ROWS], kinds = 1 + random_below(ROWS), count = 2 + random_below(15);
  for (int k = 0; k < kinds; k++) rows[k] = random_below(ROWS);
  while (count--) side.n[rows[random_below(kinds)]]++;
  return side;
}

/* One game, and what the ends of the learner's turns teach. A game that does not end in MOST_TURNS counts as a draw. */
static void learn_from_game(int number, double rate) {
  const Side setup = {{2, 3, 3, 3, 3, 2}};
  static Side own[MOST_TURNS], opposing[MOST_TURNS];
  Side sides[2] = {setup, setup};
  if (number % 4 == 0) sides[0] = random_side(), sides[1] = random_side();
  int greedy = number & 1, turns = 0;
  double first = 0.5;
  while (turns < MOST_TURNS) {
    int seat = turns & 1;
    sides[seat] = play(seat == greedy, &sides[seat], &sides[1 - seat], seat, EXPLORE);
    own[turns] = sides[seat], opposing[turns] = sides[1 - seat];
    turns++;
    if (seat && (!pieces(&sides[0]) || !pieces(&sides[1]))) {
      first = pieces(&sides[0]) ? 0 : pieces(&sides[1]) ? 1 : 0.5;
      break;
    }
  }
  for (int t = turns - 1; t >= 0; t--) {
    int seat = t & 1;
    if (seat == greedy) continue;
    double value = worth(&own[t], &opposing[t], seat), target = seat ? 1 - first : first;
    if (!decided(&own[t], &opposing[t], seat)) correct(&own[t], &opposing[t], seat, rate * (target - value));
    first = LAMBDA * first + (1 - LAMBDA) * (seat ? 1 - value : value);
  }
}

/* The share of points against the greedy player. */
static double strength(int games) {
  const Side setup = {{2, 3, 3, 3, 3, 2}};
  double points = 0;
  for (int game = 0; game < games; game++) {
    Side sides[2] = {setup, setup};
    double first = 0.5;
    for (int turn = 0; turn < MOST_TURNS; turn++) {
      int seat = turn & 1;
      sides[seat] = play(seat == (game & 1), &sides[seat], &sides[1 - seat], seat, 0);
      if (seat && (!pieces(&sides[0]) || !pieces(&sides[1]))) {
        first = pieces(&sides[0]) ? 0 : pieces(&sides[1]) ? 1 : 0.5;
        break;
      }
    }
    points += game & 1 ? first : 1 - first;
  }
  return points / games;
}

int main(int argc, char **argv) {
  int games = argc > 1 ? atoi(argv[1]) : 80000;
  for (int a = 0; a < COUNTS; a++)
    for (int b = 0; b < COUNTS; b++) {
      for (int k = 1; k <= a; k++) facing[a][b] -= 0.05 * leap_cost(k, b);
      for (int k = 1; k <= b; k++) facing[a][b] += 0.05 * leap_cost(k, a);
    }
  for (int game = 0; game < games; game++) {
    learn_from_game(game, RATE * pow(LAST_RATE / RATE, (double)game / games));
    if (game % 20000 == 19999)
      printf("%d games: %.1f %% of points in 4000 games against the greedy player\n", game + 1, 100 * strength(4000));
  }
  return 0;
}
