/* Learns the tables of companion/games/leistiko_blockade/weights.py from games of Leistiko's Blockade, half of them
 * against itself and half against the greedy player of leistiko_play.py, by temporal differences (Sutton 1988) with
 * lookup tables for features.
 *
 *   gcc -O2 -o learn companion/measure/leistiko_learn.c -lm && ./learn 80000 > companion/games/leistiko_blockade/weights.py
 *
 * Chance is seeded: the same number of games gives the same tables. It learns several times over and keeps the tables
 * that do best against the greedy player. It takes minutes. Python would take hours.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 6, COUNTS = 17, DIE = 6, MOST_ENDS = 6000, HASH = 8192, MOST_TURNS = 120, NOBODY = -1 };
enum { CAP = 8, CODES = CAP * CAP, RUNS = 4 };
static const double RATE = 0.02, LAST_RATE = 0.0005, LAMBDA = 0.8, EXPLORE = 0.02;

typedef struct { signed char n[ROWS]; } Side;
typedef struct { Side side; int cost; } End;

static const Side SETUP = {{2, 3, 3, 3, 3, 2}};

/* What the logit of the mover's chances after his turn is the sum of. FACING: own and opposing pieces of one row; NEAR
 * and FAR: own and opposing pieces of neighbouring rows; PAIRS: all pieces of neighbouring rows, CAP - 1 at most of each,
 * whichever row is nearer the edge; LEFT: who moved and the pieces both have left. */
typedef struct {
  float facing[COUNTS][COUNTS], near[COUNTS][COUNTS], far[COUNTS][COUNTS], pairs[CODES][CODES], left[2][COUNTS][COUNTS];
} Tables;
static Tables tables;

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

static int low(int a, int b) { return a < b ? a : b; }
static int high(int a, int b) { return a < b ? b : a; }

static int code(const Side *own, const Side *opposing, int i) {
  return low(own->n[i], CAP - 1) * CAP + low(opposing->n[i], CAP - 1);
}

/* Adds `by` to all that the estimate is the sum of. Returns the logit as it was. */
static double add(const Side *own, const Side *opposing, int seat, double by) {
  float *terms[4 * ROWS], logit = 0;
  int count = 0;
  terms[count++] = &tables.left[seat][pieces(own)][pieces(opposing)];
  for (int i = 0; i < ROWS; i++) terms[count++] = &tables.facing[(int)own->n[i]][(int)opposing->n[i]];
  for (int i = 0; i + 1 < ROWS; i++) {
    int a = code(own, opposing, i), b = code(own, opposing, i + 1);
    terms[count++] = &tables.near[low(own->n[i], own->n[i + 1])][high(own->n[i], own->n[i + 1])];
    terms[count++] = &tables.far[low(opposing->n[i], opposing->n[i + 1])][high(opposing->n[i], opposing->n[i + 1])];
    terms[count++] = &tables.pairs[low(a, b)][high(a, b)];
  }
  for (int k = 0; k < count; k++) logit += *terms[k];
  for (int k = 0; k < count; k++) *terms[k] += by;
  return logit;
}

/* The mover's chances after his turn, in a game that is not decided. */
static double estimate(const Side *own, const Side *opposing, int seat) {
  return 1 / (1 + exp(-add(own, opposing, seat, 0)));
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

/* Plays on from `sides`; seat `greedy` plays greedily. Writes down how both stand after every turn. Returns the number of
 * turns; `first` is the first player's share, a half if the game does not end in MOST_TURNS. */
static int play_game(Side sides[2], int greedy, double explore, Side *own, Side *opposing, double *first) {
  *first = 0.5;
  for (int turns = 0; turns < MOST_TURNS; turns++) {
    int seat = turns & 1;
    sides[seat] = play(seat == greedy, &sides[seat], &sides[1 - seat], seat, explore);
    own[turns] = sides[seat], opposing[turns] = sides[1 - seat];
    if (seat && (!pieces(&sides[0]) || !pieces(&sides[1]))) {
      *first = pieces(&sides[0]) ? 0 : pieces(&sides[1]) ? 1 : 0.5;
      return turns + 1;
    }
  }
  return MOST_TURNS;
}

/* One game, in which seat `greedy` plays greedily, and what the ends of its turns teach. */
static void learn_from_game(int number, int greedy, double rate) {
  static Side own[MOST_TURNS], opposing[MOST_TURNS];
  Side sides[2] = {SETUP, SETUP};
  if (number % 4 == 0) sides[0] = random_side(), sides[1] = random_side();
  double first;
  for (int t = play_game(sides, greedy, EXPLORE, own, opposing, &first) - 1; t >= 0; t--) {
    int seat = t & 1;
    double value = worth(&own[t], &opposing[t], seat), target = seat ? 1 - first : first;
    if (!decided(&own[t], &opposing[t], seat)) add(&own[t], &opposing[t], seat, rate * (target - value));
    first = LAMBDA * first + (1 - LAMBDA) * (seat ? 1 - value : value);
  }
}

/* What to begin with: every row is worth what it costs to leap over it. */
static void guess_facing(void) {
  for (int a = 0; a < COUNTS; a++)
    for (int b = 0; b < COUNTS; b++) {
      for (int k = 1; k <= a; k++) tables.facing[a][b] -= 0.05 * leap_cost(k, b);
      for (int k = 1; k <= b; k++) tables.facing[a][b] += 0.05 * leap_cost(k, a);
    }
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

static void print_table(const char *name, float table[COUNTS][COUNTS]) {
  printf("%s = (\n", name);
  for (int a = 0; a < COUNTS; a++) {
    printf("    (");
    for (int b = 0; b < COUNTS; b++) printf("%d%s", (int)lround(100 * table[a][b]), b + 1 < COUNTS ? ", " : "),\n");
  }
  printf(")\n");
}

/* PAIRS are symmetric: row `a` holds what is worth together with `a` and higher codes. */
static void print_pairs(void) {
  printf("# fmt: off\nPAIRS = (\n");
  for (int a = 0; a < CODES; a++) {
    printf("    (");
    for (int b = a; b < CODES; b++)
      printf("%d,%s", (int)lround(100 * tables.pairs[a][b]), b + 1 == CODES ? "),\n" : (b - a) % 20 == 19 ? "\n     " : " ");
  }
  printf(")\n# fmt: on\n");
}

/* Learns anew. Returns the share of points against the greedy player, one turn deep. */
static double learn(int games) {
  memset(&tables, 0, sizeof tables);
  guess_facing();
  for (int game = 0; game < games; game++)
    learn_from_game(game, game % 8 < 4 ? game & 1 : NOBODY, RATE * pow(LAST_RATE / RATE, (double)game / games));
  double share = strength(4000);
  fprintf(stderr, "%.1f %% of points in 4000 games against the greedy player\n", 100 * share);
  return share;
}

int main(int argc, char **argv) {
  int games = argc > 1 ? atoi(argv[1]) : 80000;
  static Tables best;
  double most = 0;
  for (int run = 0; run < RUNS; run++) {
    double share = learn(games);
    if (share > most) most = share, best = tables;
  }
  tables = best;
  printf("\"\"\"What pieces on the rows are worth, in hundredths of a logit; written by companion/measure/leistiko_learn.c.\"\"\"\n\n");
  print_table("FACING", tables.facing);
  print_table("NEAR", tables.near);
  print_table("FAR", tables.far);
  print_pairs();
  print_table("LEFT_FIRST", tables.left[0]);
  print_table("LEFT_SECOND", tables.left[1]);
  return 0;
}
