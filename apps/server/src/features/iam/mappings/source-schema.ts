import type { SourceSchema } from '@key2xs/contract';
import type { Deps } from '#platform/deps';
import type { Reader } from '#platform/visible-to';
import { asConflict, type FirstPeople, readFirst } from '../called/read-first';
import { groupsColumn } from '../called/replica-driver';
import { mappingFor, probeData } from '../mapping';
import { type OpenSource, openSource } from '../open-source';
import { getConnection } from '../service';

const samples = 3;
const maxSampleLength = 100;

/** What can be mapped, with sample values. @throws AppError not_found; conflict where the source cannot be called */
export async function describeSource(
  deps: Deps,
  reader: Reader,
  id: string,
  signal: AbortSignal,
): Promise<SourceSchema> {
  const connection = await getConnection(reader, id);
  const stored = connection.mapping_config;
  const source = await openSource(deps, connection, signal);
  const { called } = source;
  if (!called) {
    const { columns, rows } = await describeData(source);
    const names = columns.map(({ name }) => name);
    return { columns, rows, suggested_mapping: mappingFor(names, stored) };
  }
  const attributes = await called.driver.attributes(called.access).catch((error: unknown) => {
    throw asConflict(error);
  });
  const first = await readFirst(called, attributes);
  return {
    columns: describeColumns(first),
    rows: first.records.length,
    suggested_mapping: mappingFor(first.columns, stored),
  };
}

async function describeData(source: OpenSource): Promise<Pick<SourceSchema, 'columns' | 'rows'>> {
  const { driver, access } = source;
  const { position, people } = await probeData(source);
  const sampled = await driver.sampleColumns?.(access, position);
  if (sampled) return { columns: [...sampled], rows: people ?? 0 };
  const names = await driver.describe(access, position);
  return { columns: names.map((name) => ({ name, filled: null, samples: [] })), rows: 0 };
}

const describeColumns = ({ columns, records }: FirstPeople): SourceSchema['columns'] =>
  columns.map((name, at) => {
    if (name === groupsColumn) return { name, filled: null, samples: [] };
    const values = records.map((record) => record.values[at] ?? '').filter((value) => value !== '');
    const different = [...new Set(values)].slice(0, samples);
    return { name, filled: values.length, samples: different.map((value) => value.slice(0, maxSampleLength)) };
  });
