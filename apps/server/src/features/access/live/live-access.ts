import {
  type AccessFacts,
  type AccessIndex,
  dropCylinder,
  dropLocation,
  dropPerson,
  dropPlan,
  dropProfile,
  dropRule,
  indexing,
  putCylinder,
  putLocation,
  putPerson,
  putPlan,
  putProfile,
  putRule,
} from '@key2xs/domain';
import type { AccessDescriptions } from '#platform/access-descriptions';
import { sharedReading } from '#platform/caches/shared-reading';
import { withSnapshot } from '#platform/database/with-snapshot';
import type { Db, LiveAccess } from '#platform/deps';
import { inSlices } from '#platform/in-slices';
import { asProduct } from '#platform/visible-to';
import { refuseForgotten } from '../past/memory';
import { createPastAccess } from '../past/past-access';
import { type ChangeKind, type Changes, currentSnapshot, listChanges } from './access-changes';
import { createDescriptions } from './descriptions';
import { loadCylinders, loadFacts, loadLocations, loadPeople, loadPlans, loadProfiles, loadRules } from './load-facts';
import { createRestrict, createRestrictCurrent } from './restricted-access';

/** Half of what changes are kept for. */
const maxAgeMs = 12 * 3_600_000;
/** More than that at once is read anew as a whole, which takes about as long. */
const maxPatched = 5_000;
/** Clocks differ: a moment that has just passed somewhere is the present. */
const presentMs = 5_000;
/** After so many an index is made anew, because what is taken out leaves a little behind. */
const maxPatchedInTotal = 200_000;

type News = Pick<Changes, 'ids' | 'isEverything'>;
type Kept = { index: AccessIndex; changes: object; snapshot: string; at: number; patched: number };
/** Without news where everything was read anew. */
type Renewed = Kept & { news?: News };
const everything: News = { ids: new Map(), isEverything: true };

/**
 * Keeps the access index of the whole installation in this process, made at the first question. Before every answer the
 * database is asked what has been committed since, and just that is read and patched in: an answer is never older than
 * what anybody knew when they asked, whichever process wrote it (see docs/decisions/0041-access-is-as-fresh-as-the-question.md).
 */
export function createLiveAccess({ db, clock }: { db: Db; clock: () => Date }): LiveAccess {
  let kept: Kept | undefined;
  const { descriptions, forget } = createDescriptions(db);
  const read = async () => {
    const now = clock().getTime();
    if (kept && now - kept.at > maxAgeMs) kept = undefined;
    const { news = everything, ...fresh } = kept
      ? await renew(db, kept)
      : await withSnapshot(db, readAll).then(indexAll);
    if (news.isEverything || news.ids.size > 0) forget(news);
    const isNew = kept?.index !== fresh.index;
    kept = { ...fresh, at: now };
    if (isNew) void readAhead(descriptions, fresh.index, () => kept?.index === fresh.index);
    return { index: fresh.index, revision: fresh.snapshot, changes: fresh.changes };
  };
  const whole = sharedReading(read);
  const [restrictCurrent, restrict] = [createRestrictCurrent(db), createRestrict(db)];
  const current: LiveAccess['current'] = (reader) => restrictCurrent(reader, whole);
  const past = createPastAccess({ db, clock });
  const at: LiveAccess['at'] = async (moment, reader) => {
    const now = clock();
    const asked = moment === undefined ? now : new Date(moment);
    const known = { at: moment ?? now.toISOString() };
    if (asked.getTime() >= now.getTime() - presentMs) return { ...known, ...(await current(reader)), as_of: 'now' };
    await refuseForgotten(db, asked);
    const then = await past(asked);
    return { ...known, ...then, index: await restrict(reader, then.index), as_of: 'past' };
  };
  return { whole, current, at, descriptions };
}

const pageAhead = 500;

/** Reads what answers will say of doors and rules, in pages behind the answer, so that not every door is read alone. */
async function readAhead({ doors, rules }: AccessDescriptions, index: AccessIndex, isWanted: () => boolean) {
  const [ofDoors, ofRules] = [[...index.doors.ids], [...index.ruleNumberOf.keys()]];
  try {
    await rules(ofRules);
    for (let at = 0; at < ofDoors.length && isWanted(); at += pageAhead) await doors(ofDoors.slice(at, at + pageAhead));
  } catch {
    // No answer needs it: each reads what it lacks.
  }
}

type Read = { snapshot: string; facts: AccessFacts };

const readAll = async (tx: Db): Promise<Read> => {
  const snapshot = await currentSnapshot(tx);
  const facts = await loadFacts(tx);
  return { snapshot, facts: { ...facts, people: drain([...facts.people]) } };
};

/** One after the other, once: a million facts need not stay in memory beside what is made of them. */
function* drain<T>(values: (T | undefined)[]): Generator<T> {
  for (let at = 0; at < values.length; at++) {
    const value = values[at];
    values[at] = undefined;
    if (value !== undefined) yield value;
  }
}

/** In slices and after the transaction, because it takes long and must not block. */
const indexAll = async ({ snapshot, facts }: Read): Promise<Renewed> => ({
  snapshot,
  index: await inSlices(indexing(facts)),
  changes: {},
  at: 0,
  patched: 0,
});

async function renew(db: Db, kept: Kept): Promise<Renewed> {
  const news = await listChanges(db, kept.snapshot);
  if (!news.isEverything && ![...news.ids.keys()].some(isOfFacts)) return { ...kept, snapshot: news.snapshot, news };
  const read = await withSnapshot(db, async (tx) => {
    const changes = await listChanges(tx, kept.snapshot);
    const count = [...changes.ids.values()].reduce((sum, ids) => sum + ids.size, 0);
    const patched = kept.patched + count;
    if (changes.isEverything || count > maxPatched || patched > maxPatchedInTotal) return readAll(tx);
    return { snapshot: changes.snapshot, patched, patches: await loadPatches(tx, changes), news: changes };
  });
  if ('facts' in read) return indexAll(read);
  const { patches, ...after } = read;
  for (const patch of patches) patch(kept.index); // all at once: no reader may see a half-patched index
  return { ...kept, ...after, changes: {} };
}

/** What is recorded, and what answers say of records, is no fact of access: see `standing` and `descriptions.ts`. */
type FactKind = Exclude<ChangeKind, 'recorded' | 'described' | 'memory'>;
const isOfFacts = (kind: ChangeKind): kind is FactKind => kind in kinds;
type Patch = (index: AccessIndex) => void;
type Kind<T> = {
  load: (db: Db, ids: readonly string[]) => Promise<T[]>;
  put: (index: AccessIndex, value: T) => void;
  drop: (index: AccessIndex, id: string) => void;
};

/** Of the whole index. Plans before their rules, because a rule of a plan that is not known is left out. */
const kinds: { [K in FactKind]: (db: Db, ids: readonly string[]) => Promise<Patch[]> } = {
  profile: patching({ load: loadProfiles, put: putProfile, drop: dropProfile }),
  plan: patching({ load: loadPlans, put: putPlan, drop: dropPlan }),
  rule: patching({ load: loadRules, put: putRule, drop: dropRule }),
  person: patching({ load: (db, ids) => loadPeople(asProduct(db), ids), put: putPerson, drop: dropPerson }),
  location: patching({ load: loadLocations, put: putLocation, drop: dropLocation }),
  cylinder: patching({ load: (db, ids) => loadCylinders(asProduct(db), ids), put: putCylinder, drop: dropCylinder }),
};

function patching<T extends { id: string }>({ load, put, drop }: Kind<T>) {
  return async (db: Db, ids: readonly string[]): Promise<Patch[]> => {
    const found = new Map((await load(db, ids)).map((value) => [value.id, value]));
    return ids.map((id) => {
      const value = found.get(id);
      return (index) => (value ? put(index, value) : drop(index, id));
    });
  };
}

async function loadPatches(tx: Db, { ids }: Changes): Promise<Patch[]> {
  const patches: Patch[] = [];
  for (const [kind, load] of Object.entries(kinds)) {
    const changed = ids.get(kind as ChangeKind); // keys of a closed const object
    if (changed) patches.push(...(await load(tx, [...changed])));
  }
  return patches;
}
