import { haveWordInCommon, skeletonOf } from './spelling';
import { type FieldMoves, figuresOf, type RenamedField, type ValueFigures, type ValueFlow } from './value-moves';

export type RenameKind = 'rename' | 'spelling' | 'split' | 'merge' | 'swap';

/** A value, or several connected values, that many people left together. */
export type Rename = {
  field: RenamedField;
  kind: RenameKind;
  /** Moves from value to value, most people first. */
  flows: ValueFlow[];
  from: ValueFigures[];
  to: ValueFigures[];
  /** People in the flows, out of the still listed people who had the values. */
  people: number;
  of: number;
  confidence: 'sure' | 'likely' | 'possible';
  /** Many other people moved at the same time, without a pattern. */
  is_in_reorganisation: boolean;
};

/** Fewer people than this moving the same way are a coincidence, however small their department. */
const minPeople = 3;
/** A value has moved to another if at least this share of its still listed people have the other one now. */
const maxShare = 0.5;
/** The smallest share reported as a part; less suffices if the new value consists of this part. Smaller ones are strays. */
const partShare = 0.25;
const ownPartShare = 0.15;
/** A value counts as new if its staying people are at most this share of the people who move to it. */
const nearlyFreeShare = 0.1;
/** More unexplained moves than this (share of all moves, and people) are a reorganisation. */
const unexplained = { share: 0.25, people: 10 };

/**
 * Detects renamed values of a field from counts alone: names need not be similar. Counts only people of both lists, so that
 * leavers and joiners who happen to balance are no rename.
 *
 * rename: most people of one value now have one other value, which was unused. spelling: the same name written differently,
 * whatever the number of people. split: parts of one value now have separate values. merge: several values have become one,
 * or one was absorbed by another that keeps its people. swap: values exchanged in a circle.
 *
 * Cost: O(flows).
 */
export function findRenames(moves: FieldMoves): Rename[] {
  const figures = figuresOf(moves);
  const named = moves.flows.filter(({ from, to }) => from !== '' && to !== '' && from !== to);
  const spellings = new Set(named.filter(({ from, to }) => skeletonOf(from) === skeletonOf(to)));
  const others = named.filter((flow) => !spellings.has(flow));
  const { splits, mains } = sortSources(others, figures);
  const { circles, rest } = separateCircles(mains);
  const found = [
    ...[...spellings].map((flow) => ({ kind: 'spelling' as const, flows: [flow] })),
    ...splits.map((flows) => ({ kind: 'split' as const, flows })),
    ...circles.map((flows) => ({ kind: 'swap' as const, flows })),
    ...byTarget(rest).map((flows) => ({ kind: kindOf(flows, figures), flows })),
  ];
  const moved = sum(named);
  const left = moved - sum(found.flatMap(({ flows }) => flows));
  const isReorganised = left >= unexplained.people && left > moved * unexplained.share;
  return found
    .map(({ kind, flows }) => toRename({ field: moves.field, kind, flows, isReorganised }, figures))
    .sort((a, b) => b.people - a.people || (a.flows[0]?.from ?? '').localeCompare(b.flows[0]?.from ?? ''));
}

type Figures = (value: string) => ValueFigures;

const sum = (flows: readonly ValueFlow[]) => flows.reduce((total, { people }) => total + people, 0);

const largestFirst = (flows: readonly ValueFlow[]) =>
  [...flows].sort((a, b) => b.people - a.people || a.to.localeCompare(b.to));

/** Values that split into parts; for the others, where most of their people went. */
function sortSources(flows: readonly ValueFlow[], figures: Figures): { splits: ValueFlow[][]; mains: ValueFlow[] } {
  const [splits, mains]: [ValueFlow[][], ValueFlow[]] = [[], []];
  for (const [value, ofSource] of groupBy(flows, ({ from }) => from)) {
    const { still_listed } = figures(value);
    const parts = ofSource.filter(({ to, people }) => {
      const isOwn = people >= figures(to).people_after * maxShare;
      return people >= minPeople && people >= still_listed * (isOwn ? ownPartShare : partShare);
    });
    if (sum(parts) < still_listed * maxShare) continue;
    if (parts.length > 1) splits.push(parts);
    else mains.push(...parts);
  }
  return { splits, mains };
}

/** Separates exchanged values: each was replaced by the next one in a circle. */
function separateCircles(mains: readonly ValueFlow[]): { circles: ValueFlow[][]; rest: ValueFlow[] } {
  const next = new Map(mains.map((flow) => [flow.from, flow]));
  const inCircle = new Set<ValueFlow>();
  const circles: ValueFlow[][] = [];
  for (const start of mains) {
    if (inCircle.has(start)) continue;
    const path = [start];
    const seen = new Set([start.from]);
    let at = next.get(start.to);
    while (at && !seen.has(at.from)) {
      path.push(at);
      seen.add(at.from);
      at = next.get(at.to);
    }
    if (at !== start) continue;
    circles.push(path);
    for (const flow of path) inCircle.add(flow);
  }
  return { circles, rest: mains.filter((flow) => !inCircle.has(flow)) };
}

const byTarget = (flows: readonly ValueFlow[]): ValueFlow[][] => [...groupBy(flows, ({ to }) => to).values()];

function groupBy(flows: readonly ValueFlow[], of: (flow: ValueFlow) => string): Map<string, ValueFlow[]> {
  const groups = new Map<string, ValueFlow[]>();
  for (const flow of flows) {
    const group = groups.get(of(flow));
    if (group) group.push(flow);
    else groups.set(of(flow), [flow]);
  }
  return groups;
}

function kindOf(flows: readonly ValueFlow[], figures: Figures): RenameKind {
  const [first, second] = flows;
  if (second || !first) return 'merge';
  return figures(first.to).staying <= first.people * nearlyFreeShare ? 'rename' : 'merge';
}

type FoundRename = { field: RenamedField; kind: RenameKind; flows: ValueFlow[]; isReorganised: boolean };

function toRename({ field, kind, flows, isReorganised }: FoundRename, figures: Figures): Rename {
  const distinct = (values: readonly string[]) => [...new Set(values)].map(figures);
  const from = distinct(flows.map((flow) => flow.from));
  const people = sum(flows);
  const of = from.reduce((total, { still_listed }) => total + still_listed, 0);
  const isAlike = flows.every((flow) => haveWordInCommon(flow.from, flow.to));
  return {
    field,
    kind,
    flows: largestFirst(flows),
    from,
    to: distinct(flows.map((flow) => flow.to)),
    people,
    of,
    confidence: kind === 'spelling' ? 'sure' : confidenceIn({ share: people / of, people, isAlike, isReorganised }),
    is_in_reorganisation: isReorganised && kind !== 'spelling',
  };
}

function confidenceIn({
  share,
  people,
  isAlike,
  isReorganised,
}: {
  share: number;
  people: number;
  isAlike: boolean;
  isReorganised: boolean;
}): Rename['confidence'] {
  if (share >= 0.9 && (people >= 10 || isAlike) && !isReorganised) return 'sure';
  return share >= 0.75 || isAlike ? 'likely' : 'possible';
}
