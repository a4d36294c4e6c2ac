/* Learns what positions of Leistiko's Blockade are worth: exactly, where each side has MOST_LEFT pieces or fewer
 * (companion/games/leistiko_blockade/rules/endgames), and for all others the tables of
 * companion/games/leistiko_blockade/rules/weights.py, from games that it plays: each
 * position is drawn towards what the best choice after it is worth on average (temporal differences, Sutton 1988, with
 * expectations for targets), by lookup tables for features.
 *
 *   gcc -O2 -o learn lab/measure/leistiko_learn.c -lm
 *   ./learn solve super-push super-push.bin                    (a byte a position; minutes)
 *   ./learn learn super-push super-push.bin 100000 > super_push.py
 *   ./learn match super-push super-push.bin 2000 < super_push.txt
 *   echo 233332 233332 0 4 2 | ./learn on base - 500      (below, `go_on`)
 *
 * Variants: base, super-push, bungie; each learns from games of its own. `packed` of weights.py makes text of what it
 * prints, `lab/measure/leistiko_pack.py` the files of endgames. Chance is seeded.
 *
 * The players it meets: itself; GREEDY, who takes off what he can, then wants cheap leaps (in Bungie Battle he always
 * leaps, from where most pieces may be expected to go); RULE, who chooses the row whose leap is cheapest, the tallest
 * of these, and takes off what he can (in Bungie Battle he leaps from the row with the most pieces for each opposing
 * one); and in Bungie Battle LINE, who wants few pieces, cheap dice for his own and dear ones for the opponent's, and
 * SIMPLE, who wants few pieces and then cheap dice.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 6, COUNTS = 17, DIE = 6, MOST_ENDS = 20000, HASH_SHIFT = 17, HASH = 1 << (32 - HASH_SHIFT), MOST_TURNS = 400 };
/* Positions in which neither side has more pieces left are solved. */
#ifndef MOST_LEFT
#define MOST_LEFT 6
#endif
/* In how many ways so many pieces, or fewer, can stand on six rows, and what numbers those can be written as. */
#if MOST_LEFT == 6
enum { SORTS = 924, KEYS = 117649 };
#else
enum { SORTS = 462, KEYS = 46656 };
#endif
enum { NOBODY = -1, BASE = 0, PUSH, BUNGIE };
static int variant = BASE;
enum { SELF = 0, GREEDY, RULE, LINE, SIMPLE };
enum { CAP = 8, CODES = CAP * CAP, MOST_SWEEPS = 60 };
static const double RATE = 0.03, LAST_RATE = 0.002, EXPLORE = 0.02;
/* What a piece left counts to LINE, and the opponent's price against his own. */
static const double LINES[3][2] = {{1, 1}, {3, 1}, {6, 1.5}};
static int line = 0;

typedef struct { signed char n[ROWS]; } Side;
/* `leapt`: the fewest points for leaps by the points for steps; DIE + 1 where that does not lead there. */
typedef struct { Side side; signed char leapt[DIE + 1]; } End;

static const Side SETUP = {{2, 3, 3, 3, 3, 2}};

/* What the logit of the mover's chances after his turn is the sum of. FACING: own and opposing pieces of one row,
 * PLACE: of that row, counted from the edges; NEAR
 * and FAR: own and opposing pieces of neighbouring rows; PAIRS: all pieces of neighbouring rows, CAP - 1 at most of each,
 * whichever row is nearer the edge; LEFT: who moved and the pieces both have left. */
typedef struct {
  float facing[COUNTS][COUNTS], near[COUNTS][COUNTS], far[COUNTS][COUNTS], pairs[CODES][CODES], left[2][COUNTS][COUNTS];
  float place[ROWS / 2][COUNTS][COUNTS];
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

/* How `own` can stand after a turn with `row`, with what that costs. Returns how many there are. In the base game leaps
 * are paid from the same points as steps; in Bungie Battle this is the turn without a leap. */
static int find_reach(const Side *own, const Side *opposing, int row, End *ends) {
  static unsigned keys[HASH];
  static int at[HASH], used[HASH], stamp;
  static struct { int end, moved, leapt; } layer[2 * DIE + 1][MOST_ENDS * 3];
  int lengths[2 * DIE + 1] = {0}, count = 0;
  stamp++;
  for (int spent = -1; spent <= 2 * DIE; spent++)
    for (int q = 0; spent < 0 ? q < 1 : q < lengths[spent]; q++) {
      int from = spent < 0 ? 0 : layer[spent][q].end, moved = spent < 0 ? 0 : layer[spent][q].moved;
      int leapt = spent < 0 ? 0 : layer[spent][q].leapt;
      if (spent >= 0 && ends[from].leapt[moved] < leapt) continue;
      Side now = spent < 0 ? *own : ends[from].side;
      for (int step = 0; step < (spent < 0 ? 1 : 3 * ROWS); step++) {
        int i = step / 3, kind = step % 3, m = moved, l = leapt;
        Side then = now;
        if (spent >= 0) {
          if (now.n[i] <= (i == row ? 0 : own->n[i])) continue;
          if ((kind == 0 && i == 0) || (kind == 1 && i == ROWS - 1) || (kind == 2 && variant == BUNGIE)) continue;
          then.n[i]--;
          if (kind < 2) then.n[kind ? i + 1 : i - 1]++;
          *(kind == 2 && variant == PUSH ? &l : &m) += kind < 2 ? 1 : leap_cost(now.n[i], opposing->n[i]);
          if (m > DIE || l > DIE) continue;
        }
        unsigned key = 0;
        for (int k = 0; k < ROWS; k++) key = key * COUNTS + then.n[k];
        unsigned slot = (key * 2654435761u) >> HASH_SHIFT;
        while (used[slot] == stamp && keys[slot] != key) slot = (slot + 1) % HASH;
        if (used[slot] != stamp) {
          used[slot] = stamp, keys[slot] = key, at[slot] = count;
          ends[count].side = then;
          memset(ends[count].leapt, DIE + 1, sizeof ends[count].leapt);
          count++;
        }
        End *end = &ends[at[slot]];
        int better = 1;
        for (int k = 0; k <= m; k++) better &= end->leapt[k] > l;
        if (!better) continue;
        end->leapt[m] = l;
        layer[m + l][lengths[m + l]].end = at[slot], layer[m + l][lengths[m + l]].moved = m;
        layer[m + l][lengths[m + l]++].leapt = l;
      }
    }
  return count;
}

/* As find_reach; in Bungie Battle, where it does not depend on the opponent, remembered. */
static int reach(const Side *own, const Side *opposing, int row, End *ends) {
  enum { KEPT = 1 << 16 };
  static struct { Side own; int row, count; End *ends; } kept[KEPT];
  if (variant != BUNGIE) return find_reach(own, opposing, row, ends);
  unsigned key = row;
  for (int k = 0; k < ROWS; k++) key = key * COUNTS + own->n[k];
  unsigned slot = (key * 2654435761u) >> 16;
  if (!kept[slot].ends || kept[slot].row != row || memcmp(&kept[slot].own, own, sizeof *own)) {
    kept[slot].own = *own, kept[slot].row = row;
    kept[slot].count = find_reach(own, opposing, row, ends);
    free(kept[slot].ends);
    kept[slot].ends = malloc(kept[slot].count * sizeof *ends);
    memcpy(kept[slot].ends, ends, kept[slot].count * sizeof *ends);
    return kept[slot].count;
  }
  memcpy(ends, kept[slot].ends, kept[slot].count * sizeof *ends);
  return kept[slot].count;
}

/* The chance that just `won` of `own` dice are higher than the highest of `opposed` dice. */
static double chance_of_winning(int won, int own, int opposed) {
  static double known[COUNTS + 1][COUNTS + 1][COUNTS + 2];
  static char is_known[COUNTS + 1][COUNTS + 1][COUNTS + 2];
  if (is_known[won][own][opposed]) return known[won][own][opposed];
  double total = 0;
  for (int highest = 1; highest <= DIE; highest++) {
    double p = (DIE - highest) / (double)DIE, ways = 1;
    double of_highest = pow(highest / (double)DIE, opposed) - pow((highest - 1) / (double)DIE, opposed);
    for (int k = 0; k < won; k++) ways = ways * (own - k) / (k + 1);
    total += of_highest * ways * pow(p, won) * pow(1 - p, own - won);
  }
  is_known[won][own][opposed] = 1;
  return known[won][own][opposed] = total;
}

/* Puts down the most that `values` of ends gives for every two dice, the one for steps and the one for leaps. */
typedef double Grid[DIE + 1][DIE + 1];
static void best_by_dice(const End *ends, const double *values, int count, Grid best) {
  for (int m = 0; m <= DIE; m++)
    for (int l = 0; l <= DIE; l++) best[m][l] = -1e18;
  for (int i = 0; i < count; i++)
    for (int m = 0; m <= DIE; m++)
      if (ends[i].leapt[m] <= DIE && values[i] > best[m][ends[i].leapt[m]]) best[m][ends[i].leapt[m]] = values[i];
  for (int m = 0; m <= DIE; m++)
    for (int l = 0; l <= DIE; l++) {
      if (m && best[m - 1][l] > best[m][l]) best[m][l] = best[m - 1][l];
      if (l && best[m][l - 1] > best[m][l]) best[m][l] = best[m][l - 1];
    }
}

static double mean_of_rolls(Grid best) {
  double total = 0;
  for (int one = 1; one <= DIE; one++)
    for (int two = 1; two <= (variant == PUSH ? DIE : 1); two++) {
      double here = variant == PUSH ? best[one][two] : best[one][0];
      if (variant == PUSH && best[two][one] > here) here = best[two][one];
      total += here;
    }
  return total / (variant == PUSH ? DIE * DIE : DIE);
}

/* The best chance to clear all rows in one turn. */
static double chance_to_clear(const Side *own, const Side *opposing) {
  static End ends[MOST_ENDS];
  static double clear[MOST_ENDS];
  double best = 0;
  for (int row = 0; row < ROWS; row++) {
    if (own->n[row] != pieces(own)) continue;
    if (variant == BUNGIE) return chance_of_winning(own->n[row], own->n[row], opposing->n[row] + 1);
    int count = reach(own, opposing, row, ends);
    for (int i = 0; i < count; i++) clear[i] = !pieces(&ends[i].side);
    Grid grid;
    best_by_dice(ends, clear, count, grid);
    best = mean_of_rolls(grid);
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
  float *terms[5 * ROWS], logit = 0;
  int count = 0;
  terms[count++] = &tables.left[seat][pieces(own)][pieces(opposing)];
  for (int i = 0; i < ROWS; i++) {
    terms[count++] = &tables.facing[(int)own->n[i]][(int)opposing->n[i]];
    terms[count++] = &tables.place[low(i, ROWS - 1 - i)][(int)own->n[i]][(int)opposing->n[i]];
  }
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

/* All ways in which 1 to MOST_LEFT pieces can stand, and none; in the order of `number`. */
static Side sorts[SORTS];
static int number_of[KEYS], solved;
/* What it is worth to have ended a turn, by seat and how one's own and the opposing pieces then stand. */
static float exact[2][SORTS][SORTS];

static int key_of(const Side *side) {
  int key = 0;
  for (int i = 0; i < ROWS; i++) key = key * (MOST_LEFT + 1) + side->n[i];
  return key;
}

static void number_sorts(void) {
  int count = 0;
  for (int key = 0; key < KEYS; key++) {
    Side side;
    for (int i = ROWS - 1, rest = key; i >= 0; i--, rest /= MOST_LEFT + 1) side.n[i] = rest % (MOST_LEFT + 1);
    if (pieces(&side) <= MOST_LEFT) sorts[number_of[key] = count++] = side;
  }
}

static double worth(const Side *own, const Side *opposing, int seat);

/* What it is worth to have ended a turn with `own`; seat 0 is the first player's. */
static double worth(const Side *own, const Side *opposing, int seat) {
  Side none = {{0}};
  if (!pieces(own) && seat) return pieces(opposing) ? 1 : 0.5;
  if (!pieces(own)) return 1 - 0.5 * chance_to_clear(opposing, &none);
  if (seat && !pieces(opposing)) return 0;
  if (solved && pieces(own) <= MOST_LEFT && pieces(opposing) <= MOST_LEFT)
    return exact[seat][number_of[key_of(own)]][number_of[key_of(opposing)]];
  return estimate(own, opposing, seat);
}

/* What the greedy player goes by: few pieces left, then cheap leaps. */
static double greed(const Side *own, const Side *opposing) {
  int cost = 0;
  for (int i = 0; i < ROWS; i++) cost += own->n[i] * leap_cost(own->n[i], opposing->n[i]);
  return -1000 * pieces(own) - cost;
}

/* The dice that all of `own` may be expected to take in Bungie Battle, each alone; else the points for all leaps. */
static double price(const Side *own, const Side *opposing) {
  double sum = 0;
  for (int i = 0; i < ROWS; i++) {
    if (variant == BUNGIE && own->n[i]) sum += own->n[i] / chance_of_winning(1, 1, opposing->n[i] + 1);
    for (int n = own->n[i]; variant != BUNGIE && n > 0; n--) sum += leap_cost(n, opposing->n[i]);
  }
  return sum;
}

static double judge(int player, const Side *then, const Side *opposing, int seat) {
  if (player == SELF) return worth(then, opposing, seat);
  if (player < LINE) return greed(then, opposing);
  if (!pieces(then)) return 1000;
  if (player == SIMPLE) return -100 * pieces(then) - price(then, opposing);
  return -LINES[line][0] * pieces(then) - price(then, opposing) + LINES[line][1] * price(opposing, then);
}

/* The best end of a leap of Bungie Battle for every number of dice won, and their mean. */
static double judge_leap(int player, const Side *own, const Side *opposing, int row, int seat, Side *after) {
  int n = own->n[row];
  double best = -1e18, mean = 0;
  for (int won = 0; won <= n; won++) {
    Side then = *own;
    then.n[row] -= won;
    double value = judge(player, &then, opposing, seat);
    after[won] = won && value <= best ? after[won - 1] : then;
    if (value > best) best = value;
    mean += best * chance_of_winning(won, n, opposing->n[row] + 1);
  }
  return mean;
}

/* What it is worth to be about to choose a row, by seat. */
static void turn_worth(const Side *own, const Side *opposing, double most[2]) {
  static End ends[MOST_ENDS];
  static double worths[MOST_ENDS];
  most[0] = most[1] = 0;
  for (int row = 0; row < ROWS; row++) {
    if (!own->n[row]) continue;
    int count = reach(own, opposing, row, ends);
    for (int seat = 0; seat < 2; seat++) {
      for (int i = 0; i < count; i++) worths[i] = worth(&ends[i].side, opposing, seat);
      Grid best;
      best_by_dice(ends, worths, count, best);
      double mean = mean_of_rolls(best);
      if (mean > most[seat]) most[seat] = mean;
      Side leaps[COUNTS];
      if (variant == BUNGIE && (mean = judge_leap(SELF, own, opposing, row, seat, leaps)) > most[seat]) most[seat] = mean;
    }
  }
}

/* Solves all positions by the numbers of pieces, those of the fewest first: each time over and over until nothing
 * changes, since a turn may take no piece off. A position and its mirror image are worth the same. */
static void solve(const char *file) {
  for (int s = 0; s < 2; s++)
    for (int i = 0; i < SORTS; i++)
      for (int j = 0; j < SORTS; j++) exact[s][i][j] = 0.5;
  solved = 1;
  for (int more = 1; more <= MOST_LEFT; more++)
    for (int fewer = 1; fewer <= more; fewer++) {
      double changed = 1;
      int sweeps = 0;
      for (; changed > 0.002 && sweeps < MOST_SWEEPS; sweeps++) {
        changed = 0;
        for (int i = 0; i < SORTS; i++)
          for (int j = 0; j < SORTS; j++) {
            int a = pieces(&sorts[i]), b = pieces(&sorts[j]);
            if (!((a == more && b == fewer) || (a == fewer && b == more))) continue;
            Side own, opposing;
            for (int k = 0; k < ROWS; k++) own.n[k] = sorts[i].n[ROWS - 1 - k], opposing.n[k] = sorts[j].n[ROWS - 1 - k];
            int own_mirror = number_of[key_of(&own)], opposing_mirror = number_of[key_of(&opposing)];
            if (own_mirror < i || (own_mirror == i && opposing_mirror < j)) continue;
            double turn[2];
            turn_worth(&sorts[j], &sorts[i], turn);
            for (int seat = 0; seat < 2; seat++) {
              double now = 1 - turn[1 - seat];
              double change = fabs(now - exact[seat][i][j]);
              if (change > changed) changed = change;
              exact[seat][i][j] = exact[seat][own_mirror][opposing_mirror] = now;
            }
          }
      }
      fprintf(stderr, "%d against %d: %d sweeps\n", more, fewer, sweeps);
    }
  FILE *out = fopen(file, "wb");
  fwrite(exact, sizeof exact, 1, out);
  fclose(out);
}

static Side leap(const Side *own, const Side *opposing, int row, const Side *after) {
  int highest = 0, won = 0;
  for (int k = 0; k <= opposing->n[row]; k++) highest = high(highest, 1 + random_below(DIE));
  for (int k = 0; k < own->n[row]; k++) won += (int)(1 + random_below(DIE)) > highest;
  return after[won];
}

/* The row that RULE chooses. */
static int row_by_rule(const Side *own, const Side *opposing) {
  int best = -1;
  double least = 1e9;
  for (int row = 0; row < ROWS; row++) {
    int n = own->n[row], m = opposing->n[row];
    double cost = variant == BUNGIE ? -n / (m + 1.5) : leap_cost(n, m) - n / 100.0;
    if (n && cost < least) least = cost, best = row;
  }
  return best;
}

/* The row that the next turn has to choose, -1 for any. */
static int forced = -1;
/* What the turn was worth before the roll; -1 where not every row was looked at. */
static double turn_was_worth;

static Side play(int player, const Side *own, const Side *opposing, int seat, double explore) {
  static End ends[ROWS][MOST_ENDS];
  static double worths[ROWS][MOST_ENDS];
  static int counts[ROWS];
  static Side leaps[ROWS][COUNTS];
  int one = 1 + random_below(DIE), two = variant == PUSH ? 1 + (int)random_below(DIE) : 0;
  int rows[ROWS], choices = 0, only = -1, chosen = 0, leaping = 0, pick = 0;
  for (int row = 0; row < ROWS; row++)
    if (own->n[row]) rows[choices++] = row;
  if (forced >= 0) only = forced, forced = -1;
  else if (player == RULE) only = row_by_rule(own, opposing);
  else if (random_below(1000) < 1000 * explore) only = rows[random_below(choices)];
  double most = -1e18;
  for (int k = 0; k < choices; k++) {
    int row = rows[k];
    if (only >= 0 && row != only) continue;
    counts[row] = reach(own, opposing, row, ends[row]);
    for (int i = 0; i < counts[row]; i++) worths[row][i] = judge(player, &ends[row][i].side, opposing, seat);
    Grid best;
    best_by_dice(ends[row], worths[row], counts[row], best);
    double mean = mean_of_rolls(best);
    if (mean > most && !(variant == BUNGIE && (player == GREEDY || player == RULE))) most = mean, chosen = row, leaping = 0;
    if (variant != BUNGIE) continue;
    mean = judge_leap(player, own, opposing, row, seat, leaps[row]);
    if (mean > most) most = mean, chosen = row, leaping = 1;
  }
  turn_was_worth = only < 0 && player == SELF ? most : -1;
  if (leaping) return leap(own, opposing, chosen, leaps[chosen]);
  for (int i = 0; i < counts[chosen]; i++) {
    int pays = 0;
    for (int m = 0; m <= DIE; m++) {
      int l = ends[chosen][i].leapt[m];
      pays |= (m <= one && l <= two) || (variant == PUSH && m <= two && l <= one);
    }
    if (pays && worths[chosen][i] > worths[chosen][pick]) pick = i;
  }
  return ends[chosen][pick].side;
}

static Side random_side(void) {
  Side side = {{0}};
  int rows[ROWS], kinds = 1 + random_below(ROWS), count = 2 + random_below(15);
  for (int k = 0; k < kinds; k++) rows[k] = random_below(ROWS);
  while (count--) side.n[rows[random_below(kinds)]]++;
  return side;
}

/* Plays on from `sides`; `players` by seat, `begins` has the first turn. Writes down how both stand after every turn. Returns the number of
 * turns; `first` is the first player's share, a half if the game does not end in MOST_TURNS. With `explore` the worths of
 * the turns before their rolls are written down, too. */
static double worths_of_turns[MOST_TURNS];
static int play_game(Side sides[2], const int players[2], int begins, double explore, Side *own, Side *opposing, double *first) {
  *first = 0.5;
  for (int turns = 0; turns < MOST_TURNS; turns++) {
    int seat = (turns + begins) & 1;
    Side before = sides[seat];
    sides[seat] = play(players[seat], &sides[seat], &sides[1 - seat], seat, explore);
    if (explore > 0 && turn_was_worth < 0 && pieces(&sides[1 - seat])) {
      double both[2];
      turn_worth(&before, &sides[1 - seat], both);
      turn_was_worth = both[seat];
    }
    worths_of_turns[turns] = turn_was_worth;
    own[turns] = sides[seat], opposing[turns] = sides[1 - seat];
    if (seat && (!pieces(&sides[0]) || !pieces(&sides[1]))) {
      *first = pieces(&sides[0]) ? 0 : pieces(&sides[1]) ? 1 : 0.5;
      return turns + 1;
    }
  }
  return MOST_TURNS;
}

/* One game and what the ends of its turns teach: each is worth what the other player's turn leaves of it. */
static void learn_from_game(int number, const int players[2], double rate) {
  static Side own[MOST_TURNS], opposing[MOST_TURNS];
  Side sides[2] = {SETUP, SETUP};
  if (number % 4 == 0) sides[0] = random_side(), sides[1] = random_side();
  double first;
  int turns = play_game(sides, players, 0, EXPLORE, own, opposing, &first);
  for (int t = turns - 2; t >= 0; t--) {
    int seat = t & 1;
    if (decided(&own[t], &opposing[t], seat) || worths_of_turns[t + 1] < 0) continue;
    add(&own[t], &opposing[t], seat, rate * (1 - worths_of_turns[t + 1] - worth(&own[t], &opposing[t], seat)));
  }
}

/* What to begin with: every row is worth what it costs to leap over it, or in Bungie Battle what LINE takes it for. */
static void guess_facing(void) {
  for (int a = 0; a < COUNTS; a++)
    for (int b = 0; b < COUNTS; b++) {
      if (variant == BUNGIE) {
        if (a) tables.facing[a][b] -= 0.003 * a / chance_of_winning(1, 1, b + 1);
        if (b) tables.facing[a][b] += 0.003 * b / chance_of_winning(1, 1, a + 1);
        for (int seat = 0; seat < 2; seat++) tables.left[seat][a][b] = 0.009 * (b - a);
        continue;
      }
      for (int k = 1; k <= a; k++) tables.facing[a][b] -= 0.05 * leap_cost(k, b);
      for (int k = 1; k <= b; k++) tables.facing[a][b] += 0.05 * leap_cost(k, a);
    }
}

/* The share of points against `other`. */
static double strength(int other, int games) {
  static Side own[MOST_TURNS], opposing[MOST_TURNS];
  double points = 0, first;
  for (int game = 0; game < games; game++) {
    Side sides[2] = {SETUP, SETUP};
    int players[2] = {game & 1 ? SELF : other, game & 1 ? other : SELF};
    play_game(sides, players, 0, 0, own, opposing, &first);
    points += game & 1 ? first : 1 - first;
  }
  return points / games;
}

/* Answers lines "FIRST SECOND SEAT ROW PLAYER", sides as six digits: the share that the first player gets of games in
 * which PLAYER plays both sides on, SEAT (0, 1) first, from ROW (1 to 6; 0 for any). LINE counts 6 a piece and 1.5. */
static void go_on(int games) {
  static Side own[MOST_TURNS], opposing[MOST_TURNS];
  char texts[2][ROWS + 1];
  int seat, row, player;
  line = 2;
  while (scanf("%6s %6s %d %d %d", texts[0], texts[1], &seat, &row, &player) == 5) {
    double points = 0, first;
    for (int game = 0; game < games; game++) {
      Side sides[2];
      int players[2] = {player, player};
      for (int i = 0; i < 2 * ROWS; i++) sides[i / ROWS].n[i % ROWS] = texts[i / ROWS][i % ROWS] - '0';
      forced = row - 1;
      play_game(sides, players, seat, 0, own, opposing, &first);
      points += first;
    }
    printf("%.4f\n", points / games);
  }
}

static void tell_strength(int games) {
  fprintf(stderr, "%d games each: GREEDY %.1f, RULE %.1f %%", games, 100 * strength(GREEDY, games), 100 * strength(RULE, games));
  if (variant == BUNGIE) {
    fprintf(stderr, ", SIMPLE %.1f", 100 * strength(SIMPLE, games));
    for (line = 0; line < 3; line++) fprintf(stderr, ", LINE %.1f", 100 * strength(LINE, games));
  }
  fprintf(stderr, "\n");
}

static void print_table(const char *name, float table[COUNTS][COUNTS]) {
  printf("%s = (\n", name);
  for (int a = 0; a < COUNTS; a++) {
    printf("    (");
    for (int b = 0; b < COUNTS; b++) printf("%d%s", (int)lround(1000 * table[a][b]), b + 1 < COUNTS ? ", " : "),\n");
  }
  printf(")\n");
}

/* PAIRS are symmetric: row `a` holds what is worth together with `a` and higher codes. */
static void print_pairs(void) {
  printf("# fmt: off\nPAIRS = (\n");
  for (int a = 0; a < CODES; a++) {
    printf("    (");
    for (int b = a; b < CODES; b++)
      printf("%d,%s", (int)lround(1000 * tables.pairs[a][b]), b + 1 == CODES ? "),\n" : (b - a) % 20 == 19 ? "\n     " : " ");
  }
  printf(")\n# fmt: on\n");
}

/* Of eight games so many are against others, as many against each. */
static int others = 2;

static void learn(int games) {
  memset(&tables, 0, sizeof tables);
  guess_facing();
  for (int game = 0; game < games; game++) {
    int players[2] = {SELF, SELF};
    line = random_below(3);
    if (game % 8 < others) players[random_below(2)] = GREEDY + random_below(variant == BUNGIE ? 4 : 2);
    learn_from_game(game, players, RATE * pow(LAST_RATE / RATE, (double)game / games));
    if (game % (games / 8) == 0 && game) fprintf(stderr, "%d: ", game), tell_strength(300);
  }
}

static void read_table(float *table, int length) {
  for (int i = 0, n; i < length && scanf("%d", &n) == 1; i++) table[i] = n / 1000.0f;
}

/* The numbers of weights.py, one after the other. */
static void read_tables(void) {
  read_table(&tables.place[0][0][0], ROWS / 2 * COUNTS * COUNTS);
  read_table(&tables.near[0][0], COUNTS * COUNTS);
  read_table(&tables.far[0][0], COUNTS * COUNTS);
  for (int a = 0; a < CODES; a++) read_table(&tables.pairs[a][a], CODES - a);
  read_table(&tables.left[0][0][0], 2 * COUNTS * COUNTS);
}

int main(int argc, char **argv) {
  if (argc < 4) return 1;
  variant = !strcmp(argv[2], "super-push") ? PUSH : !strcmp(argv[2], "bungie") ? BUNGIE : BASE;
  number_sorts();
  if (!strcmp(argv[1], "solve")) {
    solve(argv[3]);
    return 0;
  }
  FILE *in = fopen(argv[3], "rb");
  if (in) {
    solved = fread(exact, sizeof exact, 1, in) == 1;
    fclose(in);
  }
  int games = argc > 4 ? atoi(argv[4]) : 80000;
  if (!strcmp(argv[1], "match")) {
    read_tables();
    tell_strength(games);
    return 0;
  }
  if (!strcmp(argv[1], "on")) {
    go_on(games);
    return 0;
  }
  if (argc > 5) others = atoi(argv[5]);
  learn(games);
  tell_strength(4000);
  static const char *names[] = {"OUTER", "MIDDLE", "INNER"};
  for (int k = 0; k < ROWS / 2; k++) {
    for (int i = 0; i < COUNTS * COUNTS; i++) (&tables.place[k][0][0])[i] += (&tables.facing[0][0])[i];
    print_table(names[k], tables.place[k]);
  }
  print_table("NEAR", tables.near);
  print_table("FAR", tables.far);
  print_pairs();
  print_table("LEFT_FIRST", tables.left[0]);
  print_table("LEFT_SECOND", tables.left[1]);
  return 0;
}
