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
  const usual = (kind: ParameterDefinition['kind']) => parameters.find((one) => one.kind === kind)?.usual ?? 0;
  const before = asked.before === undefined ? null : new Date(asked.before);
  const chosen: Chosen = {
    days: asked.days ?? usual('days'),
    percent: asked.percent ?? usual('percent'),
    from: asked.from === undefined ? daysBefore(before ?? now, usual('period')) : new Date(asked.from),
    before,
    connection_id: asked.connection_id ?? null,
    person_id: asked.person_id ?? null,
    doors: doorsIn(asked),
  };
  const system = chosen.connection_id === null ? null : await nameOfSystem(reader, chosen.connection_id);
  const subject = await nameOfSubject(reader, chosen);
  return { chosen, said: parameters.flatMap(({ kind }) => describe(kind, chosen, { now, system, subject })), subject };
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

type Named = RawBuilder<{ name: string }>;

/** Of the reader's people, doors and places; groups are everybody's. */
async function nameOfSubject(reader: Reader, { person_id, doors }: Chosen): Promise<string | null> {
  if (person_id !== null) {
    const query: Named = sql`select display_name as name from ${peopleOf(reader)} where id = ${person_id}::uuid`;
    return nameIn(reader, query, 'person');
  }
  if (!doors) return null;
  const { of, id } = doors;
  const queries: Record<ChosenDoors['of'], Named> = {
    cylinder: sql`select ${cylinderWords('cylinder')} as name from ${doorsOf(reader)} where id = ${id}::uuid`,
    group: sql`select ${shownName('group')} as name from cylinder_group as "group" where id = ${id}::uuid`,
    location: sql`select ${locationPath('location.id')} as name from ${placesOf(reader)} where id = ${id}::uuid`,
  };
  return nameIn(reader, queries[of], of === 'group' ? 'cylinder_group' : of);
}

async function nameIn({ db }: Reader, query: Named, kind: Parameters<typeof notFound>[0]): Promise<string> {
  const { rows } = await query.execute(db);
  if (!rows[0]) throw notFound(kind);
  return rows[0].name;
}
