import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { z } from 'zod';

type Search = Record<string, unknown>;
type Patch<S extends z.ZodObject> = Partial<{ [K in keyof z.output<S>]: z.output<S>[K] | undefined }>;

/**
 * The part of the URL that a screen owns: filter, sort, page. A patch returns to the first row unless it sets the
 * offset itself; undefined removes a value. Invalid values in the URL count as absent.
 */
export function useUrlState<S extends z.ZodObject>(schema: S): [z.output<S>, (patch: Patch<S>) => void] {
  const search: Search = useSearch({ strict: false });
  const state = useMemo(() => schema.parse(accepted(schema, search)), [schema, search]);
  return [state, usePatchSearch()];
}

/** Changes part of the query string, replacing the current history entry. */
export function usePatchSearch(): (patch: object) => void {
  const navigate = useNavigate();
  return (patch) =>
    void navigate({
      to: '.',
      // Any screen may call this, so the router cannot type its search.
      search: ((before: object) => ({ ...before, offset: undefined, ...patch })) as never,
      replace: true,
      resetScroll: false,
    });
}

function accepted(schema: z.ZodObject, search: Search): Search {
  const known = Object.fromEntries(Object.entries(search).filter(([name]) => name in schema.shape));
  const parsed = schema.safeParse(known);
  if (parsed.success) return known;
  const wrong = new Set(parsed.error.issues.map((issue) => issue.path[0]));
  return Object.fromEntries(Object.entries(known).filter(([name]) => !wrong.has(name)));
}
