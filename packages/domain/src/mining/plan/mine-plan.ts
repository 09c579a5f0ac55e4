import { type AccessRelation, type ProfileBlock, rowOf, transpose } from '../access-relation';
import { mineExact } from '../exact/mine-exact';
import type { ExactAim, LowerBoundProof, MinedProfiles } from '../exact/mined-profiles';
import { mineRules } from '../rules/mine-rules';
import type { MinedRules } from '../rules/mined-rules';
import type { MinedFigures, MinedPlan, MinedProof, MiningPhase, MiningProgress, RightCells } from './mined-plan';
import { type MiningData, miningData } from './mining-data';
import type { MiningInput, MiningSettings } from './mining-input';
import { type Planning, planning } from './planning';
import type { SuggestionDraft } from './suggest';
import { suggestionIds } from './suggestion-ids';

/**
 * Suggests a plan: what is pinned, then rules from attributes, then profiles for what is left that enough people hold. The
 * same input and settings give the same plan. It gives nothing new by itself: what suggestions would add is listed in them.
 * @param proves without it the lower bound is 0 where it would take time of its own, and only rules find what stands out
 * @param isStopped asked after each step: once it is so, the plan is what has been found, and partial; a proof that is stopped proves
 * less, and the plan is whole
 * @yields some ten milliseconds apart
 */
export function* minePlan(
  input: MiningInput,
  settings: MiningSettings,
  { proves = true, isStopped = () => false }: { proves?: boolean; isStopped?: (phase: MiningPhase) => boolean } = {},
): Generator<MiningProgress, MinedPlan> {
  yield step('rules', 0, 0);
  const data = miningData(input);
  const plan = planning(data, settings);
  const idsOf = suggestionIds(input.attributes, input.previous);
  const run: Run = { data, settings, plan, idsOf, isStopped, beyond: [], isPartial: false };
  yield* suggestPinned(run);
  const whole = withoutRequests(input);
  let outliers = noCells;
  if (settings.mode === 'rules_first') outliers = yield* suggestRules(run, whole);
  else if (proves) outliers = extraOf(yield* minedRules(run, whole));
  const proof = run.isPartial ? noProof : yield* suggestProfiles(run, whole, proves);
  return plan.finish({ beyond: run.beyond, proof, outliers, isPartial: run.isPartial });
}

type Run = {
  data: MiningData;
  settings: MiningSettings;
  plan: Planning;
  idsOf: ReturnType<typeof suggestionIds>;
  isStopped: (phase: MiningPhase) => boolean;
  /** What the largest number of suggestions leaves out. */
  beyond: ProfileBlock[];
  /** It was stopped before its proof. */
  isPartial: boolean;
};

const noCells: RightCells = { people: new Int32Array(0), cylinders: new Int32Array(0) };
const noProof: MinedProof = { rights: noCells, core: null };

const step = (
  phase: MiningPhase,
  done: number,
  total: number,
  suggestions: MiningProgress['suggestions'] = [],
  figures: Partial<MinedFigures> | null = null,
): MiningProgress => ({ phase, done, total, suggestions, figures });

/** The rights that profiles may give: without those on request. */
function withoutRequests({ relation, needsApproval }: MiningInput): AccessRelation {
  const start = new Int32Array(relation.people + 1);
  for (let person = 0; person < relation.people; person++) {
    const count = rowOf(relation, person).filter((cylinder) => needsApproval[cylinder] !== 1).length;
    start[person + 1] = (start[person] ?? 0) + count;
  }
  return { ...relation, start, list: relation.list.filter((cylinder) => needsApproval[cylinder] !== 1) };
}

function* suggestPinned({ data, plan }: Run): Generator<MiningProgress> {
  for (const { id, conditions, people, cylinders, pinned } of data.input.previous) {
    if (!pinned) continue;
    const isRule = conditions.length > 0;
    const suggestion = plan.add({
      id,
      kind: isRule ? 'rule' : 'profile',
      conditions,
      people: isRule ? data.peopleOf(conditions) : people,
      cylinders,
      pinned,
    });
    yield step('rules', 0, 0, [suggestion]);
  }
}

/** @returns rights that neither a rule nor a similar person explains */
function* suggestRules(run: Run, relation: AccessRelation): Generator<MiningProgress, RightCells> {
  const mined = yield* minedRules(run, relation);
  const drafts = mined.rules.map(({ conditions, people, cylinders }) => ({
    ...draftOf('rule', { people, cylinders }),
    conditions,
  }));
  yield* addDrafts(run, 'rules', drafts);
  return extraOf(mined);
}

/** Without any rule nothing is usual, and nothing stands out. */
const extraOf = ({ rules, extra }: MinedRules): RightCells => (rules.length > 0 ? cellsOf(extra) : noCells);

function* minedRules(run: Run, relation: AccessRelation): Generator<MiningProgress, MinedRules> {
  const { data, settings, plan } = run;
  const mining = mineRules(
    {
      relation,
      attributes: data.input.attributes,
      policy: plan.policy,
      generosity: settings.generosity,
      minPeople: settings.minPeople,
    },
    settings,
  );
  let mined = mining.next();
  for (; !mined.done; mined = mining.next()) {
    yield step('rules', Math.round(mined.value.share * 100), 100);
    if (!run.isStopped('rules')) continue;
    run.isPartial = true;
    return mined.value.soFar();
  }
  return mined.value;
}

/** @returns the proof for all rights that profiles may give */
function* suggestProfiles(run: Run, whole: AccessRelation, proves: boolean): Generator<MiningProgress, MinedProof> {
  const { settings, plan } = run;
  const rest = plan.rest(settings.mode === 'rules_first' ? settings.minPeople : 1);
  const mined = yield* mineProfiles(run, rest, settings.mode === 'exact' ? 'profiles' : 'links');
  const blocks = mined.profiles.filter(({ people }) => people.length >= settings.minPeople);
  yield* addDrafts(
    run,
    'profiles',
    blocks.sort((a, b) => rightsOf(b) - rightsOf(a)).map((block) => draftOf('profile', block)),
  );
  const left = sameHolders(plan.rest(settings.minPeople));
  yield* addDrafts(
    run,
    'profiles',
    left.map((block) => draftOf('profile', block)),
  );
  if (rest.list.length === whole.list.length) return proofOf(mined.proof);
  return proves ? proofOf((yield* mineProfiles(run, whole, 'bound')).proof) : noProof;
}

function* mineProfiles(
  run: Run,
  relation: AccessRelation,
  aim: ExactAim,
): Generator<MiningProgress, Pick<MinedProfiles, 'profiles' | 'proof'>> {
  if (relation.list.length === 0) return { profiles: [], proof: { grants: [] } };
  const ownPhase = aim === 'bound' ? 'proving' : 'profiles';
  const mining = mineExact(relation, { seed: run.settings.seed, aim });
  let mined = mining.next();
  for (; !mined.done; mined = mining.next()) {
    const { phase: of, done, total, cover, proof } = mined.value;
    const phase = of === 'tighten' ? 'tightening' : ownPhase;
    // What tightening counts means nothing to anybody.
    yield of === 'tighten' ? step(phase, Math.floor((100 * done) / total), 100) : step(phase, done, total);
    if (!run.isStopped(phase)) continue;
    if (aim === 'bound') return { profiles: [], proof: proof() };
    run.isPartial = true;
    // Before there are profiles, those of people with equal access are too many to be suggested.
    return { profiles: of === 'reduce' ? [] : cover(), proof: proof() };
  }
  return mined.value;
}

const draftOf = (kind: SuggestionDraft['kind'], block: ProfileBlock): SuggestionDraft => ({
  id: '',
  kind,
  conditions: [],
  people: block.people,
  cylinders: block.cylinders,
  pinned: false,
});

/** Suggestions yielded at a time. */
const batch = 50;

/** Adds what explains rights that nothing before it does, without the cylinders that do not. */
function* addDrafts(run: Run, phase: MiningPhase, drafts: readonly SuggestionDraft[]): Generator<MiningProgress> {
  const { plan, settings, idsOf, beyond } = run;
  const first = plan.suggestions.length;
  for (const [n, draft] of drafts.entries()) {
    if (n % batch === batch - 1) yield step(phase, n, drafts.length);
    const open = plan.openOf(draft);
    if (open.cylinders.length === 0) continue;
    if (plan.suggestions.length >= settings.maxSuggestions) {
      beyond.push(open);
      continue;
    }
    const isProfileOfOpen = draft.kind === 'profile' && open.people.length >= settings.minPeople;
    plan.add({ ...draft, cylinders: open.cylinders, people: isProfileOfOpen ? open.people : draft.people });
  }
  const made = plan.suggestions.slice(first);
  plan.rename(first, idsOf(made));
  const figures = plan.figures();
  for (let from = first; from < plan.suggestions.length; from += batch) {
    yield step(phase, drafts.length, drafts.length, plan.suggestions.slice(from, from + batch), figures);
  }
}

const rightsOf = ({ people, cylinders }: ProfileBlock): number => people.length * cylinders.length;

/** Cylinders with the same holders as a block each. */
function sameHolders(relation: AccessRelation): ProfileBlock[] {
  const turned = transpose(relation);
  const byHolders = new Map<string, { people: Int32Array; cylinders: number[] }>();
  for (let cylinder = 0; cylinder < turned.people; cylinder++) {
    const people = rowOf(turned, cylinder);
    if (people.length === 0) continue;
    const known = byHolders.get(people.join());
    if (known) known.cylinders.push(cylinder);
    else byHolders.set(people.join(), { people: people.slice(), cylinders: [cylinder] });
  }
  return [...byHolders.values()].map(({ people, cylinders }) => ({ people, cylinders: Int32Array.from(cylinders) }));
}

function cellsOf(relation: AccessRelation): RightCells {
  const people = new Int32Array(relation.list.length);
  for (let person = 0; person < relation.people; person++) {
    people.fill(person, relation.start[person], relation.start[person + 1]);
  }
  return { people, cylinders: relation.list };
}

const cellsOfPairs = (pairs: readonly (readonly [number, number])[]): RightCells => ({
  people: Int32Array.from(pairs, ([person]) => person),
  cylinders: Int32Array.from(pairs, ([, cylinder]) => cylinder),
});

const proofOf = (proof: LowerBoundProof): MinedProof => ({
  rights: cellsOfPairs(proof.grants),
  core: proof.core?.profiles ? { rights: cellsOfPairs(proof.core.grants), profiles: proof.core.profiles } : null,
});
