import type { FieldMoves, Rename } from '../src';

/** The value of a person in two lists; '' if not listed. */
type Listed = { before: string; after: string };

/** What really happened, as a finding reports it: kind, old values, new values. */
export type Truth = { kind: Rename['kind']; from: string[]; to: string[] };

export type Wave = { name: string; moves: FieldMoves; truth: Truth[] };

type Random = () => number;

/** The same numbers for the same seed. */
export function randomBy(seed: number): Random {
  let state = seed * 2_654_435_761;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const words = ['Fire', 'Law', 'Water', 'Streets', 'Health', 'Finance', 'Transport', 'Zoning', 'Animal Care', 'Library'];
const nameOf = (at: number) => `${words[at % words.length]} ${Math.floor(at / words.length) + 1}`;

/** Departments of very different sizes, as directories have them: a few large ones, many small ones. */
function aHouse(random: Random): { departments: string[]; people: Listed[] } {
  const departments = Array.from({ length: 30 }, (_, at) => nameOf(at));
  const people = departments.flatMap((name, at) => {
    const size = Math.ceil((400 / (at + 1)) * (0.5 + random())) + 4;
    return Array.from({ length: size }, () => ({ before: name, after: name }));
  });
  return { departments, people };
}

const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T; // never empty here

/** Distinct departments, none of the smallest. */
function pickSome(random: Random, departments: readonly string[], count: number): string[] {
  const left = departments.slice(0, 20);
  return Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)[0] ?? '');
}

/** Moves most people of `from` to `to`; a few are left behind. */
function move(people: readonly Listed[], from: string, to: (at: number) => string | undefined): void {
  for (const [at, person] of people.filter(({ before }) => before === from).entries()) {
    person.after = to(at) ?? person.after;
  }
}

/** A tenth leaves, new people join, and some move, as between any two lists. */
function live(random: Random, people: Listed[], { strolling }: { strolling: number }): void {
  const values = [...new Set(people.map(({ after }) => after))];
  for (const person of people) {
    if (person.after === person.before && random() < strolling) person.after = pick(random, values);
    if (random() < 0.1) person.after = '';
  }
  const joined = Array.from({ length: Math.floor(people.length * 0.1) }, () => ({
    before: '',
    after: pick(random, values),
  }));
  people.push(...joined);
}

function count(people: readonly Listed[]): FieldMoves {
  const values = new Map<string, { before: number; left: number; joined: number }>();
  const flows = new Map<string, { from: string; to: string; people: number }>();
  const of = (value: string) => {
    const counts = values.get(value) ?? { before: 0, left: 0, joined: 0 };
    values.set(value, counts);
    return counts;
  };
  for (const { before, after } of people) {
    if (before === '') of(after).joined++;
    else of(before).before++;
    if (before !== '' && after === '') of(before).left++;
    if (before === '' || after === '' || before === after) continue;
    const flow = flows.get(`${before}>${after}`) ?? { from: before, to: after, people: 0 };
    flow.people++;
    flows.set(`${before}>${after}`, flow);
  }
  return { field: 'department', flows: [...flows.values()], values };
}

type Made = { random: Random; departments: string[]; people: Listed[] };

const renameAll = ({ random, people }: Made, names: readonly string[]): Truth[] =>
  names.map((name) => {
    const to = random() < 0.5 ? `Department of ${name}` : `Unit ${Math.floor(random() * 1e6)}`;
    move(people, name, () => (random() < 0.95 ? to : undefined));
    return { kind: 'rename', from: [name], to: [to] };
  });

const spelled = [
  (name: string) => name.toUpperCase(),
  (name: string) => name.replaceAll(' ', '-'),
  (name: string) => `  ${name}.`,
];

const kinds: Record<string, (made: Made) => Truth[]> = {
  'all departments': (made) => renameAll(made, made.departments),
  'a third': (made) =>
    renameAll(
      made,
      made.departments.filter((_, at) => at % 3 === 0),
    ),
  'swap of two': ({ random, departments, people }) => {
    const [one = '', other = ''] = pickSome(random, departments, 2);
    move(people, one, () => (random() < 0.95 ? other : undefined));
    move(people, other, () => (random() < 0.95 ? one : undefined));
    return [{ kind: 'swap', from: [one, other], to: [one, other] }];
  },
  split: ({ random, departments, people }) => {
    const [name = ''] = pickSome(random, departments, 1);
    move(people, name, (at) => (at % 5 < 3 ? `${name} North` : `${name} South`));
    return [{ kind: 'split', from: [name], to: [`${name} North`, `${name} South`] }];
  },
  merge: ({ random, departments, people }) => {
    const [one = '', other = '', third = '', into = ''] = pickSome(random, departments, 4);
    for (const name of [one, other]) move(people, name, () => 'Joint Services');
    move(people, third, () => into);
    return [
      { kind: 'merge', from: [one, other], to: ['Joint Services'] },
      // The absorbing department is of similar size, so it is no longer the same one.
      { kind: 'merge', from: [third], to: [into] },
    ];
  },
  'spelling only': ({ random, departments, people }) =>
    departments.map((name) => {
      const to = pick(random, spelled)(name);
      move(people, name, () => to);
      return { kind: 'spelling', from: [name], to: [to] };
    }),
  'hidden in a reorganisation': ({ random, departments, people }) => {
    const names = pickSome(random, departments, 2);
    for (const person of people) if (random() < 0.3) person.after = pick(random, departments);
    return names.map((name) => {
      move(people, name, () => (random() < 0.65 ? `New ${name}` : undefined));
      return { kind: 'rename', from: [name], to: [`New ${name}`] };
    });
  },
  'random moves': ({ random, departments, people }) => {
    for (const person of people) if (random() < 0.4) person.after = pick(random, departments);
    return [];
  },
};

/** One wave of each kind, over a house made up by a seed. */
export const wavesOf = (seed: number): Wave[] =>
  Object.entries(kinds).map(([name, make], at) => {
    const random = randomBy(seed * 100 + at);
    const made = { random, ...aHouse(random) };
    const truth = make(made);
    live(random, made.people, { strolling: 0.03 });
    return { name, moves: count(made.people), truth };
  });
