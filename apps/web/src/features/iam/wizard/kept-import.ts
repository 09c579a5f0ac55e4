import { Mapping } from '@key2xs/contract';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { latestStaffListQuery } from '#data/iam';
import { tabDraft } from '#lib/tab-draft';
import type { Resumed, WizardState } from './wizard-state';

/** The list itself holds people, so only its id is kept; the server has the rest. */
const keptImport = tabDraft(
  'staff-list',
  z.object({ connection_id: z.uuid(), list_id: z.uuid(), step: z.enum(['map', 'review']), mapping: Mapping }),
);

/** Where this tab was before a reload, once its list has been read; it starts over with any other list. */
export function useKeptImport(id: string | undefined): { isReading: boolean; kept: Resumed | undefined } {
  const [before] = useState(() => keptImport.read());
  const kept = before?.connection_id === id ? before : undefined;
  const { data: list, isPending } = useQuery({
    ...latestStaffListQuery(id ?? ''),
    ...(kept ? {} : { queryFn: skipToken }),
  });
  const isSame = kept && list?.id === kept.list_id;
  return { isReading: kept !== undefined && isPending, kept: isSame ? { ...kept, list } : undefined };
}

/** Keeps step and columns for a reload, and forgets them when the page is left. */
export function useKeepingImport(id: string | undefined, { step, list, mapping }: WizardState): void {
  useEffect(() => {
    // A run has begun: the address says which, and whoever comes back later comes with another list.
    if (!id || !list || (step !== 'map' && step !== 'review')) return keptImport.remove();
    keptImport.write({ connection_id: id, list_id: list.id, step, mapping });
  }, [id, step, list, mapping]);
  useEffect(() => () => keptImport.remove(), []);
}
