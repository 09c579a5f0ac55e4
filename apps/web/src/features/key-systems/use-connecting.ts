import type { KeySystemConnection, keySystems, Output } from '@key2xs/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  keySystemQuery,
  useCreateKeySystem,
  useDeleteKeySystem,
  useTestKeySystem,
  useUpdateKeySystem,
} from '#data/key-systems';
import { blockedBy } from '#lib/blocking-records';
import type { ConnectionValues } from './connection-schema';
import { wayToStore } from './way-to-store';

export type Stored = { id: string; values: ConnectionValues };
export type TestAnswer = Output<typeof keySystems.test>;
export type Stage =
  | { is: 'form' }
  | { is: 'testing' }
  | { is: 'tested'; answer: TestAnswer }
  | { is: 'unanswered'; error: Error };

/** Stores a connection and tests it; a second attempt works on what the first one stored. */
export function useConnecting() {
  const store = useStoring();
  const test = useTestKeySystem();
  const [stored, setStored] = useState<Stored>();
  const [stage, setStage] = useState<Stage>({ is: 'form' });

  const runTest = async (id: string) => {
    setStage({ is: 'testing' });
    try {
      setStage({ is: 'tested', answer: await test.mutateAsync(id) });
    } catch (error) {
      setStage({ is: 'unanswered', error: error instanceof Error ? error : new Error(String(error)) });
    }
  };
  /** Rejects with what the server says about the values; the form shows it. */
  const submit = async (values: ConnectionValues) => {
    const { id } = await store(stored, values, () => setStored(undefined));
    setStored({ id, values });
    await runTest(id);
  };
  return { stage, stored, submit, testAgain: runTest, edit: () => setStage({ is: 'form' }) };
}

function useStoring() {
  const client = useQueryClient();
  const create = useCreateKeySystem();
  const update = useUpdateKeySystem();
  const remove = useDeleteKeySystem();

  const rename = async (id: string, { name, description }: ConnectionValues): Promise<KeySystemConnection> => {
    // Its test has changed the record since it was created.
    const connection = await client.fetchQuery({ ...keySystemQuery(id), staleTime: 0 });
    return update.mutateAsync({ connection, changes: { name, description: description ?? null } });
  };

  return async (stored: Stored | undefined, values: ConnectionValues, onRemoved: () => void) => {
    const way = wayToStore(stored?.values, values);
    if (stored && way === 'keep') return isSameText(stored.values, values) ? stored : rename(stored.id, values);
    if (stored) {
      const blocked = blockedBy(await remove.mutateAsync(stored.id));
      if (blocked) throw new Error(blocked.message);
      onRemoved();
    }
    return create.mutateAsync(values);
  };
}

const isSameText = (one: ConnectionValues, other: ConnectionValues) =>
  one.name === other.name && (one.description ?? '') === (other.description ?? '');
