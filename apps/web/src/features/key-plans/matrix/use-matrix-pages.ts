import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import {
  type LinePage,
  type LinesRequest,
  type MatrixRequest,
  matrixLinesQuery,
  pageSize,
} from '#data/plans/plan-matrix';

type Wanted = { key: string; request: LinesRequest; offset: number };

/** The most pages held; older ones are fetched again when scrolled to. */
const maxPages = 60;

const placeOf = (key: string, offset: number) => `${offset} ${key}`;

/** People and keys of the matrix, fetched in pages when first shown. */
export function useMatrixPages(of: MatrixRequest) {
  const [wanted, setWanted] = useState<readonly Wanted[]>([]);
  const known = useRef(new Set<string>());
  const { pages, isStale } = useQueries({
    queries: wanted.map(({ request, offset }) => matrixLinesQuery(of, request, offset)),
    combine: useCallback(
      (results: readonly { data: LinePage | undefined; isFetching: boolean; error: Error | null }[]) => {
        const read = new Map<string, LinePage>();
        for (const [index, { key, offset }] of wanted.entries()) {
          const page = results[index]?.data;
          if (page) read.set(placeOf(key, offset), page);
        }
        return { pages: read, isStale: results.some(({ isFetching }) => isFetching) };
      },
      [wanted],
    ),
  });

  /** Called while drawing, so it only records missing pages. */
  const want = useCallback((next: Wanted) => {
    const place = placeOf(next.key, next.offset);
    if (known.current.has(place)) return;
    known.current.add(place);
    queueMicrotask(() =>
      setWanted((before) => {
        const kept = [...before, next].slice(-maxPages);
        known.current = new Set(kept.map(({ key, offset }) => placeOf(key, offset)));
        return kept;
      }),
    );
  }, []);

  return useMemo(
    () => ({
      isStale,
      pages: [...pages.values()],
      totalOf: (key: string) => pages.get(placeOf(key, 0))?.total,
      lineAt(key: string, request: LinesRequest, index: number) {
        const offset = index - (index % pageSize);
        const page = pages.get(placeOf(key, offset));
        if (!page) want({ key, request, offset });
        return page && { line: page.items[index - offset], state: page.state };
      },
      /** Searches the held pages only. */
      indexOf(key: string, id: string) {
        for (const of of wanted) {
          const index =
            of.key === key ? pages.get(placeOf(key, of.offset))?.items.findIndex((one) => one.id === id) : -1;
          if (index !== undefined && index >= 0) return of.offset + index;
        }
        return undefined;
      },
    }),
    [pages, wanted, isStale, want],
  );
}
