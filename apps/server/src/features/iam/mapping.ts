import { canonicalFields, type MappedPerson, type Mapping, Mapping as MappingSchema } from '@key2xs/contract';
import { compileMapping, suggestMapping } from '@key2xs/domain';
import { SourceUnreadable } from '@key2xs/drivers';
import { told } from '@key2xs/texts/teller';
import type { Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import { asProduct, type Reader } from '#platform/visible-to';
import { openSource } from './open-source';
import { withAliases } from './renames/value-aliases';
import { sayProblem } from './say-problem';
import { getConnection } from './service';

/**
 * The stored mapping, with a suggested column for each field whose column is gone. Fields left empty on purpose stay
 * empty, unless no column of the mapping exists.
 */
export function mappingFor(names: readonly string[], stored: Record<string, string>): Mapping {
  const suggested = suggestMapping(names);
  const fields = MappingSchema.parse(stored);
  if (!Object.values(fields).some((column) => names.includes(column))) return suggested;
  const chosen = canonicalFields.flatMap((field) => {
    const column = fields[field];
    if (column === undefined) return [];
    const found = names.includes(column) ? column : suggested[field];
    return found === undefined ? [] : [[field, found]];
  });
  return Object.fromEntries(chosen);
}

const previewPeople = 5;

/** The first people of a source, read with this mapping. @throws AppError not_found */
export async function previewMapping(
  { deps, reader, signal }: { deps: Deps; reader: Reader; signal: AbortSignal },
  connectionId: string,
  mapping: Mapping,
): Promise<MappedPerson[]> {
  const { driver, access } = await openSource(deps, await getConnection(asProduct(deps.db), connectionId), signal);
  const { position } = await driver.probe(access).catch((error: unknown) => {
    throw error instanceof SourceUnreadable ? new AppError('not_found', error.sentence) : error;
  });
  const compiled = compileMapping(await driver.describe(access, position), mapping);
  const mapRow = await withAliases(deps.db, connectionId, compiled.mapRow);
  const people: MappedPerson[] = [];
  for await (const records of driver.read(access, position)) {
    for (const { row, values } of records) {
      const { fields, problems } = mapRow(values);
      people.push({ row, fields, problems: problems.map((problem) => told(sayProblem(problem), reader.language)) });
    }
    if (people.length >= previewPeople) break;
  }
  return people.slice(0, previewPeople);
}
