import {
  canonicalFields,
  columnOf,
  columnsOf,
  type MappedPerson,
  type Mapping,
  Mapping as MappingSchema,
} from '@key2xs/contract';
import { compileMapping, suggestMapping } from '@key2xs/domain';
import { type SourceRecord, SourceUnreadable } from '@key2xs/drivers';
import { renderSentence } from '@key2xs/texts/render-sentence';
import type { Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import type { Reader } from '#platform/visible-to';
import { type FirstPeople, readFirst } from './called/read-first';
import { getConnection } from './get-connection';
import { type OpenSource, openSource } from './open-source';
import { withAliases } from './renames/value-aliases';
import { sayProblem } from './say-problem';

/**
 * The stored mapping, with a suggested column for each field whose column is gone. Fields left empty on purpose stay
 * empty, unless no column of the mapping exists.
 */
export function mappingFor(names: readonly string[], stored: unknown): Mapping {
  const suggested = suggestMapping(names);
  const fields = MappingSchema.parse(stored);
  if (!columnsOf(fields).some((column) => names.includes(column))) return suggested;
  const chosen = canonicalFields.flatMap((field) => {
    const source = fields[field];
    if (source === undefined) return [];
    const found = names.includes(columnOf(source)) ? source : suggested[field];
    return found === undefined ? [] : [[field, found]];
  });
  return Object.fromEntries(chosen);
}

const previewPeople = 5;

/** The first people of a source, read with this mapping. @throws AppError not_found; conflict where it cannot be called */
export async function previewMapping(
  { deps, reader, signal }: { deps: Deps; reader: Reader; signal: AbortSignal },
  connectionId: string,
  mapping: Mapping,
): Promise<MappedPerson[]> {
  const source = await openSource(deps, await getConnection(reader, connectionId), signal);
  const { called } = source;
  const { columns, records } = called ? await readFirst(called, columnsOf(mapping)) : await readStart(source);
  const compiled = compileMapping(columns, mapping);
  const mapRow = await withAliases(deps.db, connectionId, compiled.mapRow);
  return records.slice(0, previewPeople).map(({ row, values }) => {
    const { fields, problems } = mapRow(values);
    return { row, fields, problems: problems.map((problem) => renderSentence(sayProblem(problem), reader.language)) };
  });
}

/** @throws AppError not_found where there is no data */
export const probeData = ({ driver, access }: OpenSource) =>
  driver.probe(access).catch((error: unknown) => {
    throw error instanceof SourceUnreadable ? new AppError('not_found', error.sentence) : error;
  });

async function readStart(source: OpenSource): Promise<Pick<FirstPeople, 'columns' | 'records'>> {
  const { driver, access } = source;
  const { position } = await probeData(source);
  const columns = await driver.describe(access, position);
  const found: SourceRecord[] = [];
  for await (const records of driver.read(access, position)) {
    found.push(...records);
    if (found.length >= previewPeople) break;
  }
  return { columns, records: found };
}
