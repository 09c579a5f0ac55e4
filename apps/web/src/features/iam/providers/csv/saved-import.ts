import { Mapping } from '@key2xs/contract';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { latestStaffListQuery } from '#data/sources/iam';
import { tabDraft } from '#lib/tab-draft';
import type { Resumed, WizardState } from './wizard-state';

/** The list contains people, so only its id is stored; the server has the rest. */
const savedImport = tabDraft(
  'staff-list',
  z.object({ connection_id: z.uuid(), list_id: z.uuid(), step: z.enum(['map', 'review']), mapping: Mapping }),
);

/** The state before a reload, once its list has been read; undefined if another list was uploaded since. */
export function useSavedImport(id: string | undefined): { isReading: boolean; saved: Resumed | undefined } {
  const [before] = useState(() => savedImport.read());
  const saved = before?.connection_id === id ? before : undefined;
  const { data: list, isPending } = useQuery({
    ...latestStaffListQuery(id ?? ''),
    ...(saved ? {} : { queryFn: skipToken }),
  });
  const isSame = saved && list?.id === saved.list_id;
  return { isReading: saved !== undefined && isPending, saved: isSame ? { ...saved, list } : undefined };
}

/** Stores step and columns for a reload, and discards them when the page is left. */
export function useSaveImport(id: string | undefined, { step, list, mapping }: WizardState): void {
  useEffect(() => {
    // Once a run has started, the URL identifies it, and the next visit brings another list.
    if (!id || !list || (step !== 'map' && step !== 'review')) return savedImport.remove();
    savedImport.write({ connection_id: id, list_id: list.id, step, mapping });
  }, [id, step, list, mapping]);
  useEffect(() => () => savedImport.remove(), []);
}
