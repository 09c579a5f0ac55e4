import { type Key, keyList, maxKeysPerReceipt } from '@key2xs/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { recordsQuery } from '#data/calls/records';

/** What a person has: keys that can come back now, those reported lost, and how many more there are than one receipt takes. */
type Held = { person_id: string; name: string; keys: readonly Key[]; lost: readonly Key[]; more: number };

/**
 * What a person has, read once, so that nothing changes while it is being ticked off; and which of it stays out.
 * @param giver whose keys are read at once
 */
export function useKeysOf(giver: string | undefined, onRead: (held: Held) => void) {
  const client = useQueryClient();
  const [held, setHeld] = useState<Held>();
  const [error, setError] = useState<Error>();
  const [staying, setStaying] = useState<ReadonlySet<string>>(new Set());
  const forget = () => {
    setHeld(undefined);
    setStaying(new Set());
    setError(undefined);
  };
  const read = async (person_id: string, name?: string): Promise<void> => {
    forget();
    try {
      const query = { custodian_id: person_id, limit: maxKeysPerReceipt };
      const page = recordsQuery(keyList, { params: undefined, query });
      const { rows, total } = await client.fetchQuery({ ...page, staleTime: 0 });
      const found = {
        person_id,
        name: name ?? rows[0]?.custody.holder?.name ?? '',
        keys: rows.filter(({ custody }) => custody.state === 'handed_out' || custody.state === 'broken'),
        lost: rows.filter(({ custody }) => custody.state === 'lost'),
        more: total - rows.length,
      };
      setHeld(found);
      onRead(found);
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error(String(failure)));
    }
  };
  const readGiver = useEffectEvent((id: string) => void read(id));
  useEffect(() => {
    if (giver !== undefined) readGiver(giver);
  }, [giver]);
  return {
    ...{ held, error, staying, read, forget },
    toggle(id: string) {
      const next = new Set(staying);
      if (!next.delete(id)) next.add(id);
      setStaying(next);
    },
    /** What is scanned comes back, also when it was unticked before. */
    comeBack(keys: readonly Key[]) {
      const next = new Set(staying);
      for (const { id } of keys) next.delete(id);
      setStaying(next);
    },
  };
}
