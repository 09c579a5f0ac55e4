import type { Guard } from '@key2xs/contract';
import { findRenames, type Rename } from '@key2xs/domain';
import type { Deps, Tx } from '#platform/deps';
import { countMoves, type OfChangeSet, renamedFields } from './count-moves';
import { type FindingRow, listFindingsBefore, type NewFinding, replaceFindings } from './finding-queries';
import { measureRenames, type RenameEffect } from './measure-renames';
import { noteFound } from './note-renames';

/** What a change set seems to rename, and whether it has to wait for that. */
export type RenameFindings = {
  /** The guard, if it stops. */
  stopped: Guard[];
  /** Saves them, in the transaction that closes the change set. */
  save: (tx: Tx) => Promise<void>;
};

type OfRun = OfChangeSet & { taskId: string; isPreview: boolean };

/**
 * Finds renames in the stored items of a change set whose effect is computed. One stops the run when the doors of
 * people would change by it, or a stored scope would no longer cover them, unless it was decided to be no rename before and
 * that run was not applied.
 */
export async function findInChangeSet(
  deps: Pick<Deps, 'access' | 'clock' | 'db' | 'newId'>,
  { taskId, isPreview, ...of }: OfRun,
): Promise<RenameFindings> {
  const { db, newId } = deps;
  const found: Rename[] = [];
  for (const field of renamedFields) found.push(...findRenames(await countMoves(db, of, field)));
  const effects = await measureRenames(deps, of, found);
  const known = found.length > 0 ? await listFindingsBefore(db, of.connectionId, of.changeSetId) : [];
  const decided = new Map(known.filter(({ decision }) => decision !== null).map((row) => [keyOf(row.content), row]));
  const rows = found.map((rename, i) => {
    const effect = effects.get(rename) ?? harmless;
    return { id: newId(), number: i + 1, ...rowOf(of, { rename, effect, known: decided.get(keyOf(rename)) }) };
  });
  return {
    stopped: guardOf(rows.filter(({ stops }) => stops)),
    save: async (tx) => {
      await replaceFindings(tx, of.changeSetId, rows);
      if (isPreview) return;
      const event = { connection_id: of.connectionId, task_id: taskId, change_set_id: of.changeSetId };
      await noteFound(
        tx,
        event,
        rows.flatMap(({ inherited }, i) => (inherited ? [] : (found[i] ?? []))),
      );
    },
  };
}

const harmless: RenameEffect = { people_losing: 0, people_gaining: 0, doors_lost: 0, doors_gained: 0, scopes: 0 };

/** Equal for the same rename in two runs, whatever the figures. */
const keyOf = ({ field, flows }: Rename): string =>
  JSON.stringify([field, ...flows.map(({ from, to }) => [from, to].join('\n')).sort()]);

type RatedRename = { rename: Rename; effect: RenameEffect; known: FindingRow | undefined };

function rowOf({ changeSetId }: OfChangeSet, { rename, effect, known }: RatedRename) {
  const isHarmless = effect.people_losing + effect.people_gaining + effect.scopes === 0;
  const inherited = known && (isHarmless || known.decision === 'not_a_rename') ? known : undefined;
  return {
    change_set_id: changeSetId,
    field: rename.field,
    content: JSON.stringify(rename),
    effect: JSON.stringify(effect),
    stops: !isHarmless && !inherited,
    decision: inherited?.decision ?? null,
    inherited,
  } satisfies Partial<NewFinding>;
}

/** Counts people whose doors would change or whom a scope would lose, of those who have another name now. */
function guardOf(stopping: readonly { content: string; effect: string }[]): Guard[] {
  if (stopping.length === 0) return [];
  let [count, of] = [0, 0];
  for (const { content, effect } of stopping) {
    const { people }: Rename = JSON.parse(content);
    const { people_losing, people_gaining, scopes }: RenameEffect = JSON.parse(effect);
    count += scopes > 0 ? people : Math.max(people_losing, people_gaining);
    of += people;
  }
  const percent = of === 0 ? 100 : Math.round((count / of) * 1_000) / 10;
  return [{ reason: 'rename', count, of, percent, limit_percent: 0 }];
}
