import type { ReportParameters } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import { type RawBuilder, sql } from 'kysely';
import { cylinderWords, shownName } from '#platform/door-names';
import { invalidField, notFound } from '#platform/errors';
import type { Reader } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import { placesOf } from '../locations/relation';
import { locationPath } from '../locations/service';
import { peopleOf } from '../people/relation';
import type { Chosen, ChosenDoors, ParameterDefinition, ReportDefinition } from './report';

const fieldsOf = {
  days: ['days'],
  percent: ['percent'],
  period: ['from', 'before'],
  key_system: ['connection_id'],
  person: ['person_id'],
  doors: ['cylinder_id', 'group_id', 'location_id'],
  place: ['location_id'],
} as const satisfies Record<ParameterDefinition['kind'], readonly (keyof ReportParameters)[]>;

/** Those that name a record. */
const namedKinds: readonly ParameterDefinition['kind'][] = ['key_system', 'person', 'doors', 'place'];

const dayMs = 86_400_000;

/** What was asked for, how it is said on what is made of it, and the name of the person or the doors. */
export type ChosenParameters = { chosen: Chosen; said: Sentence[]; subject: string | null };

/**
 * @throws AppError validation_failed for a parameter that the report does not have, or one that it needs; not_found for an
 * unknown record
 */
export async function chooseParameters(
  reader: Reader,
  { parameters }: ReportDefinition,
  { asked, now }: { asked: ReportParameters; now: Date },
): Promise<ChosenParameters> {
  refuseOthers(parameters, asked);
  const chosen = withUsual(parameters, { asked, now });
  const system = chosen.connection_id === null ? null : await nameOfSystem(reader, chosen.connection_id);
  const subject = await nameOfSubject(reader, chosen);
  return { chosen, said: parameters.flatMap(({ kind }) => describe(kind, chosen, { now, system, subject })), subject };
}

/**
 * The parameters of runs to come: a period without dates moves with them, and what was chosen may be gone since.
 * @param names of the key system, and of the person or the doors; null where none is chosen or the reader has it no more
 */
export const sayKeptParameters = (
  { parameters }: ReportDefinition,
  asked: ReportParameters,
  names: Pick<Names, 'system' | 'subject'>,
): Sentence[] =>
  parameters.flatMap(({ kind, usual = 0 }) => {
    if (kind === 'period' && asked.from === undefined && asked.before === undefined)
      return say('report.chosen.lastDays', { count: usual });
    const now = new Date();
    const name = kind === 'key_system' ? names.system : names.subject;
    const fields: readonly (keyof ReportParameters)[] = namedKinds.includes(kind) ? fieldsOf[kind] : [];
    if (name === null && fields.some((field) => asked[field] !== undefined)) return say('report.chosen.gone');
    return describe(kind, withUsual(parameters, { asked, now }), { now, ...names });
  });

function withUsual(
  parameters: readonly ParameterDefinition[],
  { asked, now }: { asked: ReportParameters; now: Date },
): Chosen {
  const usual = (kind: ParameterDefinition['kind']) => parameters.find((one) => one.kind === kind)?.usual ?? 0;
  const before = asked.before === undefined ? null : new Date(asked.before);
  return {
    days: asked.days ?? usual('days'),
    percent: asked.percent ?? usual('percent'),
    from: asked.from === undefined ? daysBefore(before ?? now, usual('period')) : new Date(asked.from),
    before,
    connection_id: asked.connection_id ?? null,
    person_id: asked.person_id ?? null,
    doors: doorsIn(asked),
  };
}

function refuseOthers(parameters: readonly ParameterDefinition[], asked: ReportParameters): void {
  const known = new Set<string>(parameters.flatMap(({ kind }) => fieldsOf[kind]));
  for (const [name, value] of Object.entries(asked))
    if (value !== undefined && !known.has(name)) throw invalidField(name, say('report.noSuchParameter', { name }));
  for (const { kind, isRequired } of parameters) {
    if (kind !== 'person' && kind !== 'doors') continue;
    const [first, ...more] = fieldsOf[kind].filter((name) => asked[name] !== undefined);
    if (more.length > 0) throw invalidField(more.join(), say('report.oneOfThem'));
    if (isRequired && !first) throw invalidField(fieldsOf[kind][0], say(`report.choose.${kind}`));
  }
}

function doorsIn({ cylinder_id, group_id, location_id }: ReportParameters): ChosenDoors | null {
  if (cylinder_id) return { of: 'cylinder', id: cylinder_id };
  if (group_id) return { of: 'group', id: group_id };
  return location_id ? { of: 'location', id: location_id } : null;
}

const daysBefore = (at: Date, days: number) => new Date(at.getTime() - days * dayMs);

type Names = { now: Date; system: string | null; subject: string | null };

function describe(
  kind: ParameterDefinition['kind'],
  { days, percent, from, before, doors }: Chosen,
  { now, system, subject: name }: Names,
): Sentence[] {
  switch (kind) {
    case 'days':
      return [say('report.chosen.days', { count: days })];
    case 'percent':
      return [say('report.chosen.percent', { percent })];
    case 'period':
      return [say('report.chosen.period', { from: minuteOf(from), before: minuteOf(before ?? now) })];
    case 'key_system':
      return [system === null ? say('report.chosen.allSystems') : say('report.chosen.system', { name: system })];
    case 'person':
      return [name === null ? say('report.chosen.everybody') : say('report.chosen.person', { name })];
    default:
      return [doors && name !== null ? say(`report.chosen.${doors.of}`, { name }) : say('report.chosen.allPlaces')];
  }
}

/** As on other prints. */
export const minuteOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

async function nameOfSystem({ db }: Reader, id: string): Promise<string> {
  const found = await db.selectFrom('key_system_connection').select('name').where('id', '=', id).executeTakeFirst();
  if (!found) throw notFound('key_system');
  return found.name;
}

type Subject = 'person' | ChosenDoors['of'];

/** Selects its name, of the reader's people, doors and places; groups are everybody's. */
const selectName = (reader: Reader, of: Subject, id: RawBuilder<unknown>): RawBuilder<{ name: string }> => {
  switch (of) {
    case 'person':
      return sql`select display_name as name from ${peopleOf(reader)} where id = ${id}`;
    case 'cylinder':
      return sql`select ${cylinderWords('cylinder')} as name from ${doorsOf(reader)} where id = ${id}`;
    case 'group':
      return sql`select ${shownName('group')} as name from cylinder_group as "group" where id = ${id}`;
    default:
      return sql`select ${locationPath('location.id')} as name from ${placesOf(reader)} where id = ${id}`;
  }
};

/** Names of what a column with parameters chooses, as an object; null for what is not chosen, or gone. */
export function namesInParameters(
  reader: Reader,
  column: string,
): RawBuilder<{ system: string | null; subject: string | null }> {
  const id = (field: keyof ReportParameters) => sql`(${sql.ref(column)} ->> ${sql.lit(field)})::uuid`;
  const name = (of: Subject, field: keyof ReportParameters) => sql`(${selectName(reader, of, id(field))})`;
  return sql`jsonb_build_object(
    'system', (select name from key_system_connection where id = ${id('connection_id')}),
    'subject', coalesce(${name('person', 'person_id')}, ${name('cylinder', 'cylinder_id')}, ${name('group', 'group_id')},
      ${name('location', 'location_id')}))`;
}

async function nameOfSubject(reader: Reader, { person_id, doors }: Chosen): Promise<string | null> {
  const subject = person_id === null ? doors : { of: 'person' as const, id: person_id };
  if (!subject) return null;
  const { rows } = await selectName(reader, subject.of, sql`${subject.id}::uuid`).execute(reader.db);
  if (!rows[0]) throw notFound(subject.of === 'group' ? 'cylinder_group' : subject.of);
  return rows[0].name;
}
