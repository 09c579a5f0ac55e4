import type { ReportParameters } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import { invalidField, notFound } from '#platform/errors';
import type { Reader } from '#platform/visible-to';
import type { Chosen, ParameterDefinition, ReportDefinition } from './report';

const fieldsOf: Record<ParameterDefinition['kind'], readonly (keyof ReportParameters)[]> = {
  days: ['days'],
  percent: ['percent'],
  period: ['from', 'before'],
  key_system: ['connection_id'],
};

const dayMs = 86_400_000;

/** What was asked for, and how it is said on what is made of it. */
export type ChosenParameters = { chosen: Chosen; said: Sentence[] };

/** @throws AppError validation_failed for a parameter that the report does not have, not_found for an unknown key system */
export async function chooseParameters(
  reader: Reader,
  { parameters }: ReportDefinition,
  { asked, now }: { asked: ReportParameters; now: Date },
): Promise<ChosenParameters> {
  const known = new Set(parameters.flatMap(({ kind }) => fieldsOf[kind]));
  for (const [name, value] of Object.entries(asked))
    if (value !== undefined && !known.has(name as keyof ReportParameters))
      throw invalidField(name, say('report.noSuchParameter', { name }));
  const usual = (kind: ParameterDefinition['kind']) => parameters.find((one) => one.kind === kind)?.usual ?? 0;
  const before = asked.before === undefined ? null : new Date(asked.before);
  const chosen: Chosen = {
    days: asked.days ?? usual('days'),
    percent: asked.percent ?? usual('percent'),
    from: asked.from === undefined ? daysBefore(before ?? now, usual('period')) : new Date(asked.from),
    before,
    connection_id: asked.connection_id ?? null,
  };
  const name = chosen.connection_id === null ? null : await nameOfSystem(reader, chosen.connection_id);
  return { chosen, said: parameters.flatMap(({ kind }) => describe(kind, chosen, { now, name })) };
}

const daysBefore = (at: Date, days: number) => new Date(at.getTime() - days * dayMs);

function describe(
  kind: ParameterDefinition['kind'],
  { days, percent, from, before }: Chosen,
  { now, name }: { now: Date; name: string | null },
): Sentence[] {
  if (kind === 'days') return [say('report.chosen.days', { count: days })];
  if (kind === 'percent') return [say('report.chosen.percent', { percent })];
  if (kind === 'period')
    return [say('report.chosen.period', { from: minuteOf(from), before: minuteOf(before ?? now) })];
  return [name === null ? say('report.chosen.allSystems') : say('report.chosen.system', { name })];
}

/** As on other prints. */
export const minuteOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

async function nameOfSystem({ db }: Reader, id: string): Promise<string> {
  const found = await db.selectFrom('key_system_connection').select('name').where('id', '=', id).executeTakeFirst();
  if (!found) throw notFound('key_system');
  return found.name;
}
