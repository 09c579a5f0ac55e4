import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import {
  type LinePage,
  type LinesRequest,
  type MatrixRequest,
  matrixLinesQuery,
  pageSize,
} from '#data/plans/plan-matrix';

type Wanted = { key: string; asked: LinesRequest; offset: number };

/** Pages that stay at hand; those scrolled past long ago are read again when they are looked at. */
const mostPages = 60;

const placeOf = (key: string, offset: number) => `${offset} ${key}`;

/** People and keys of the matrix, read in pages when they are first looked at. */
export function useMatrixPages(of: MatrixRequest) {
  const [wanted, setWanted] = useState<readonly Wanted[]>([]);
  const known = useRef(new Set<string>());
  const { pages, isStale } = useQueries({
    queries: wanted.map(({ asked, offset }) => matrixLinesQuery(of, asked, offset)),
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

  /** Called while drawing, so that it only notes what is missing. */
  const want = useCallback((next: Wanted) => {
    const place = placeOf(next.key, next.offset);
    if (known.current.has(place)) return;
    known.current.add(place);
    queueMicrotask(() =>
      setWanted((before) => {
        const kept = [...before, next].slice(-mostPages);
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
      lineAt(key: string, asked: LinesRequest, index: number) {
        const offset = index - (index % pageSize);
        const page = pages.get(placeOf(key, offset));
        if (!page) want({ key, asked, offset });
        return page && { line: page.items[index - offset], state: page.state };
      },
      /** Among the pages that are at hand. */
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
