import type { MatrixRows } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { type LinesRequest, type MatrixRequest, planMatrixQuery } from '#data/plans/plan-matrix';
import { type ColumnNode, openedAtFirst } from './axes/column-tree';
import { nodeAxis, type PeopleRequest, pagedAxis, type RowNode } from './axes/row-axis';
import type { ShownLayer } from './crossing/crossing-tally';
import { type LeavingOut, matrixSourceOf } from './matrix-source-of';
import { createPlanMatrixModel, type PlanMatrixModel } from './plan-matrix-model';
import { useMatrixPages } from './use-matrix-pages';

/** The most columns opened initially. */
const maxOpenedAtFirst = 60;

export type MatrixView = MatrixRequest & {
  rows: MatrixRows;
  layer: ShownLayer;
  search: string | undefined;
  /** Leaves out rows and columns at whose crossings nothing stands. */
  isOnlyFilled: boolean;
};

let versions = 0;

/** What the matrix of a plan shows, and how it stands: reading, failed, or there. */
export function usePlanMatrix(view: MatrixView) {
  const { rows, layer, search, isOnlyFilled } = view;
  const asked = useMemo(() => ({ planId: view.planId, sides: view.sides }), [view.planId, view.sides]);
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(planMatrixQuery(asked, rows));
  const model = useMemo(() => data && createPlanMatrixModel(data, layer), [data, layer]);
  const pages = useMatrixPages(asked);
  const [openRows, setOpenRows] = useKeptKeys(`${view.planId} ${rows}`);
  const [openColumns, setOpenColumns] = useKeptKeys(`${view.planId} columns`);
  const [revealed, setRevealed] = useKeptKeys(`${view.planId} revealed`);
  useSameState({ state: data?.state, isFetching: isFetching || pages.isStale, pages: pages.pages, refetch });

  const source = useMemo(() => {
    if (!model) return undefined;
    const { matrix } = model;
    const leavingOut: LeavingOut = {
      isLeftOut:
        isOnlyFilled && model.isFilled ? (node) => isEmpty(model, node) && !isNear(node.key, revealed) : () => false,
      reveal: (key) => setRevealed(new Set([...(revealed ?? []), key])),
    };
    const lineRows = rows === 'keys' ? 'keys' : 'people';
    const axis =
      rows === 'people' || rows === 'keys'
        ? pagedAxis(
            { key: `${rows} ${search ?? ''}`, depth: 0, ...(search && { search }) },
            pages.totalOf(`${rows} ${search ?? ''}`) ?? matrix[rows],
          )
        : nodeAxis(model.rows, {
            opened: openRows ?? new Set(),
            totalOf: pages.totalOf,
            isLeftOut: leavingOut.isLeftOut,
          });
    return matrixSourceOf({
      model,
      axis,
      opening: {
        rows: openRows ?? new Set(),
        columns: openColumns ?? openedAtFirst(model.columns, maxOpenedAtFirst),
        openRows: setOpenRows,
        openColumns: setOpenColumns,
      },
      lines: {
        lineAt: (of, index) => pages.lineAt(of.key, linesOf(of, lineRows), index),
        indexOf: (of, id) => pages.indexOf(of.key, id),
      },
      leavingOut,
      version: ++versions,
    });
  }, [
    model,
    rows,
    search,
    isOnlyFilled,
    pages,
    openRows,
    openColumns,
    revealed,
    setOpenRows,
    setOpenColumns,
    setRevealed,
  ]);
  return { model, source, error, refetch, isReading: isPlaceholderData };
}

const linesOf = ({ key: _key, depth: _depth, ...of }: PeopleRequest, rows: LinesRequest['rows']): LinesRequest => ({
  rows,
  ...of,
});

const isEmpty = (model: PlanMatrixModel, node: RowNode | ColumnNode) =>
  'size' in node ? !model.isFilledColumn(node) : !model.isFilledRow(node);

/** Whether one of these is this one, around it or inside it. */
const isNear = (key: string, revealed: ReadonlySet<string> = new Set()) =>
  [...revealed].some((one) => one === key || one.startsWith(`${key}/`) || key.startsWith(`${one}/`));

/** Groups that are open and what was revealed, by plan and kind of rows, so that coming back finds the matrix as it was left. */
const kept = new Map<string, ReadonlySet<string>>();

function useKeptKeys(name: string) {
  const [changed, setChanged] = useState<{ name: string; keys: ReadonlySet<string> }>();
  const keys = changed?.name === name ? changed.keys : kept.get(name);
  const setKeys = useMemo(
    () => (next: ReadonlySet<string>) => {
      kept.set(name, next);
      setChanged({ name, keys: next });
    },
    [name],
  );
  return [keys, setKeys] as const;
}

type Read = {
  state: string | undefined;
  isFetching: boolean;
  pages: readonly { state: string }[];
  refetch: () => unknown;
};

/** Reads the matrix again where people were read of a later state than it; once a state, so that it ends. */
function useSameState({ state, isFetching, pages, refetch }: Read): void {
  const handled = useRef<string>(undefined);
  const other = pages.find((page) => state !== undefined && page.state !== state)?.state;
  const again = useEffectEvent(() => void refetch());
  useEffect(() => {
    if (other === undefined || isFetching || handled.current === other) return;
    handled.current = other;
    again();
  }, [other, isFetching]);
}
