import { createHash } from 'node:crypto';
import type { MinedSuggestion } from '@key2xs/domain';
import type { Insertable } from 'kysely';
import type { Db } from '#platform/deps';
import type { Schema } from '#platform/schema/schema';
import { hoursOfSuggestion } from './hours-of-suggestion';
import type { RunInput } from './input/read-input';
import { SuggestionNames } from './name-suggestions';
import { eventOfSuggestion, type SuggestionRow } from './present-suggestion';
import { figuresOf } from './suggestions/suggestion-rows';

type NewRow = Omit<Insertable<Schema['generator_suggestion']>, 'run_id' | 'position'>;
type Decided = Pick<
  SuggestionRow,
  'decision' | 'decided_by' | 'reason' | 'pinned' | 'name' | 'name_by' | 'explanation'
>;

/** What was decided about suggestions of an earlier run, by their ids. */
export async function loadDecided(db: Db, runId: string | null): Promise<ReadonlyMap<string, Decided>> {
  if (runId === null) return new Map();
  const rows = await db
    .selectFrom('generator_suggestion')
    .select(['id', 'decision', 'decided_by', 'reason', 'pinned', 'name', 'name_by', 'explanation'])
    .where('run_id', '=', runId)
    .execute();
  return new Map(rows.map(({ id, ...decided }) => [id, decided]));
}

/** Makes rows of mined suggestions: with ids, names and what was decided before. */
export class SuggestionRows {
  readonly #names: SuggestionNames;
  readonly #positions = new Map<string, number>();

  constructor(
    private readonly input: Pick<RunInput, 'mining' | 'hours' | 'names'>,
    private readonly decided: ReadonlyMap<string, Decided>,
  ) {
    this.#names = new SuggestionNames(input.mining, input.names);
  }

  rowOf(mined: MinedSuggestion): NewRow & { conditions: string; hours: string } {
    const id = uuidOf(mined.id);
    const decided = this.decided.get(id);
    return {
      id,
      kind: mined.kind,
      conditions: JSON.stringify(this.#names.conditionsOf(mined)),
      ...figuresOf(mined),
      hours: JSON.stringify(hoursOfSuggestion(this.input, mined)),
      name: this.#names.nameOf(mined),
      name_by: 'generator',
      pinned: mined.pinned,
      ...(decided && keptOf(decided)),
    };
  }

  /** As it is sent while the run goes on: in the order of arrival. */
  eventOf(mined: MinedSuggestion) {
    const { conditions: _, hours, ...row } = this.rowOf(mined);
    const position = this.#positions.get(row.id) ?? this.#positions.size;
    this.#positions.set(row.id, position);
    return eventOfSuggestion({
      id: row.id,
      position,
      kind: row.kind,
      conditions: this.#names.conditionsOf(mined),
      people_count: row.people_count,
      cylinder_count: row.cylinder_count,
      rights: row.rights,
      confidence: row.confidence,
      support: row.support,
      lift: row.lift,
      addition_count: row.addition_count,
      additions_accepted: false,
      outliers: row.outliers,
      risks: row.risks,
      name: row.name,
      name_by: row.name_by,
      explanation: row.explanation ?? null,
      recorded_profile: null,
      hours: JSON.parse(hours),
      decision: row.decision ?? 'open',
      decided_by: row.decided_by ?? null,
      reason: row.reason ?? null,
      pinned: row.pinned ?? false,
      version: 1,
    });
  }
}

/** What an administrator has named or decided stays; what was only calculated does not, whatever else is in the row. */
function keptOf({ name, name_by, explanation, decision, decided_by, reason, pinned }: Decided) {
  const decided = { decision, decided_by, reason, pinned };
  return name_by === 'generator' ? decided : { ...decided, name, name_by, explanation };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The id as it was kept by an earlier run, else one made of it. */
export function uuidOf(id: string): string {
  if (uuid.test(id)) return id;
  const hex = createHash('sha256').update(id).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
