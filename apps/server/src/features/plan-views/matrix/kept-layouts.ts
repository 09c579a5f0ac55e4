import type { MatrixRows } from '@key2xs/contract';
import type { Deps } from '#platform/deps';
import { scopeKey } from '#platform/scope';
import type { Reader } from '#platform/visible-to';
import type { KeyPlanRow } from '../../plans/service';
import { createKeptReading } from './kept-reading';
import type { MadeMatrix } from './make-matrix';
import { type ColumnLayout, readColumnLayout } from './matrix-columns';
import { hasLayout, type RowLayout, readRowLayout } from './matrix-rows';

type LayoutRequest = { plan: KeyPlanRow; rows: MatrixRows; matrix: MadeMatrix };
export type Layout = { columns: ColumnLayout; rows: RowLayout };
export type ReadLayout = (reader: Reader, request: LayoutRequest) => Promise<Layout>;

const noRows: RowLayout = { rows: [], people: new Int32Array(0) };

/** Names and order of what a matrix shows, kept between edits of the draft, for those who may see the same. */
export function createKeptLayouts(deps: Pick<Deps, 'db'>): ReadLayout {
  const columns = createKeptReading<ColumnLayout>(deps, ['cylinder', 'location', 'recorded', 'described']);
  const laidOut = createKeptReading<RowLayout>(deps, ['person', 'described']);
  return async (reader, { plan, rows, matrix }) => {
    const sources = plan.iam_connections.map(({ id }) => id);
    const { numbering, changes, numberOf } = matrix.people;
    return {
      columns: await columns([scopeKey(reader)], () => readColumnLayout(reader)),
      rows: hasLayout(rows)
        ? await laidOut([scopeKey(reader), numbering, changes, rows, ...sources], () =>
            readRowLayout(reader, { rows, sources, numberOf }),
          )
        : noRows,
    };
  };
}
