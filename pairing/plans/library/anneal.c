/* Simulated annealing of seating plans, for making the library only: see README.md. Nothing of the
   site runs this. It stops after a number of steps, so the same seed gives the same plan everywhere
   (the only floating point is the temperature, compared in whole steps of a table). */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;

static uint64_t next(void) { /* SplitMix64, as in pairing/rng.py */
    state += 0x9E3779B97F4A7C15ULL;
    uint64_t mixed = state;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9ULL;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBULL;
    return mixed ^ (mixed >> 31);
}

static int below(int limit) { return (int)(((next() >> 32) * (uint64_t)limit) >> 32); }

static double share(void) { return (double)(next() >> 11) / 9007199254740992.0; }

/* Whole plans. seats[round * people + place] is a person; ends[table] is the place after the last of
   a table. The cost of two people who met n times is (n - 1) squared: a third meeting is dearer than
   three second ones. Returns the least cost found, and leaves its plan in seats. Stops at goal. */
int whole_plan(int people, int rounds, int tables, const int *ends, int *seats, uint64_t seed,
               int64_t steps, int cycles, double hot, double cold, int goal) {
    int *met = calloc((size_t)people * people, sizeof(int));
    int *table_of = malloc(sizeof(int) * people), *first = malloc(sizeof(int) * people);
    int *last = malloc(sizeof(int) * people), *best = malloc(sizeof(int) * people * rounds);
    state = seed;
    for (int t = 0, from = 0; t < tables; from = ends[t++])
        for (int place = from; place < ends[t]; place++)
            table_of[place] = t, first[place] = from, last[place] = ends[t];
    for (int r = 0; r < rounds; r++) {
        int *here = seats + r * people;
        for (int i = 0; i < people; i++) here[i] = i;
        for (int i = people - 1; i > 0; i--) {
            int other = below(i + 1), kept = here[i];
            here[i] = here[other], here[other] = kept;
        }
        for (int i = 0; i < people; i++)
            for (int j = i + 1; j < last[i]; j++)
                met[here[i] * people + here[j]]++, met[here[j] * people + here[i]]++;
    }
    int cost = 0, more[64], less[64]; /* what one meeting more, or less, adds, by those so far */
    for (int n = 0; n < 64; n++) more[n] = n ? 2 * n - 1 : 0, less[n] = n > 1 ? 3 - 2 * n : 0;
    for (int i = 0; i < people * people; i++)
        if (met[i] > 1) cost += (met[i] - 1) * (met[i] - 1);
    cost /= 2;
    int least = cost;
    memcpy(best, seats, sizeof(int) * people * rounds);
    int64_t of_cycle = steps / cycles;
    double heat = hot, chance[64];
    for (int64_t step = 0; step < steps && least > goal; step++) {
        if (step % 1024 == 0) {
            heat = hot * pow(cold / hot, (double)(step % of_cycle) / (double)of_cycle);
            for (int d = 0; d < 64; d++) chance[d] = exp(-d / heat);
        }
        int *here = seats + below(rounds) * people;
        int i = below(people), j = below(people);
        if (table_of[i] == table_of[j]) continue;
        int a = here[i], b = here[j], delta = 0;
        int *of_a = met + a * people, *of_b = met + b * people;
        for (int x = first[i]; x < last[i]; x++)
            if (x != i) delta += more[of_b[here[x]]] + less[of_a[here[x]]];
        for (int x = first[j]; x < last[j]; x++)
            if (x != j) delta += more[of_a[here[x]]] + less[of_b[here[x]]];
        if (delta > 0 && (delta > 63 || share() >= chance[delta])) continue;
        for (int x = first[i]; x < last[i]; x++)
            if (x != i) {
                int p = here[x];
                of_a[p]--, met[p * people + a]--, of_b[p]++, met[p * people + b]++;
            }
        for (int x = first[j]; x < last[j]; x++)
            if (x != j) {
                int p = here[x];
                of_b[p]--, met[p * people + b]--, of_a[p]++, met[p * people + a]++;
            }
        here[i] = b, here[j] = a, cost += delta;
        if (cost < least) least = cost, memcpy(best, seats, sizeof(int) * people * rounds);
    }
    memcpy(seats, best, sizeof(int) * people * rounds);
    free(met), free(table_of), free(first), free(last), free(best);
    return least;
}

/* One base round. kind[a * people + b] is the class of a pair; two pairs of one class, or one of a
   class with weight, meet again when the round is developed. The cost counts both. */
int base_round(int people, int tables, const int *ends, const int *kind, const int *weight,
               int kinds, int *seats, uint64_t seed, int64_t steps, int64_t of_cycle, double hot,
               double cold) {
    int *count = calloc(kinds, sizeof(int)), *table_of = malloc(sizeof(int) * people);
    int *first = malloc(sizeof(int) * people), *last = malloc(sizeof(int) * people);
    state = seed;
    for (int t = 0, from = 0; t < tables; from = ends[t++])
        for (int place = from; place < ends[t]; place++)
            table_of[place] = t, first[place] = from, last[place] = ends[t];
    for (int i = 0; i < people; i++) seats[i] = i;
    for (int i = people - 1; i > 0; i--) {
        int other = below(i + 1), kept = seats[i];
        seats[i] = seats[other], seats[other] = kept;
    }
    int cost = 0;
    double heat = hot, chance[64];
#define COME(p, q) { int c = kind[(p) * people + (q)]; cost += count[c]++ + weight[c]; }
#define GO(p, q) { int c = kind[(p) * people + (q)]; cost -= --count[c] + weight[c]; }
    for (int i = 0; i < people; i++)
        for (int j = i + 1; j < last[i]; j++) COME(seats[i], seats[j]);
    for (int64_t step = 0; step < steps && cost > 0; step++) {
        if (step % 1024 == 0) {
            heat = hot * pow(cold / hot, (double)(step % of_cycle) / (double)of_cycle);
            for (int d = 0; d < 64; d++) chance[d] = exp(-d / heat);
        }
        int i = below(people), j = below(people), before = cost;
        if (table_of[i] == table_of[j]) continue;
        int a = seats[i], b = seats[j];
        for (int x = first[i]; x < last[i]; x++) if (x != i) GO(a, seats[x]);
        for (int x = first[j]; x < last[j]; x++) if (x != j) GO(b, seats[x]);
        for (int x = first[i]; x < last[i]; x++) if (x != i) COME(b, seats[x]);
        for (int x = first[j]; x < last[j]; x++) if (x != j) COME(a, seats[x]);
        int delta = cost - before;
        if (delta <= 0 || (delta < 64 && share() < chance[delta])) {
            seats[i] = b, seats[j] = a;
            continue;
        }
        for (int x = first[i]; x < last[i]; x++) if (x != i) GO(b, seats[x]);
        for (int x = first[j]; x < last[j]; x++) if (x != j) GO(a, seats[x]);
        for (int x = first[i]; x < last[i]; x++) if (x != i) COME(a, seats[x]);
        for (int x = first[j]; x < last[j]; x++) if (x != j) COME(b, seats[x]);
    }
    free(count), free(table_of), free(first), free(last);
    return cost;
}
