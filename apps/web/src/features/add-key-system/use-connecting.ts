import type { KeySystemConnection } from '@key2xs/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  keySystemQuery,
  useCreateKeySystem,
  useDeleteKeySystem,
  useTestKeySystem,
  useUpdateKeySystem,
} from '#data/key-systems/key-systems';
import { ApiError } from '#lib/calls/api-error';
import { blockedBy, deleteFailure } from '#lib/calls/blocking-records';
import type { ConnectionValues } from './configuration/connection-schema';
import { messageOf, Refused } from './configuration/message-of';
import { storeAction } from './store-action';
import type { Stored, WizardEvent } from './wizard-state';

type OnStored = (stored: Stored | undefined) => void;

/**
 * Stores the connection and tests it; a second attempt reuses the stored connection.
 * `before` is the one stored before a reload. `onRefused` gets every error, so that the form can show field errors.
 */
export function useConnecting(
  before: Stored | undefined,
  dispatch: Dispatch<WizardEvent>,
  onRefused: (error: unknown) => void,
) {
  const { t } = useTranslation('add-key-system');
  const store = useStoring();
  const test = useTestKeySystem();
  const stored = useRef(before);
  const lastStoring = useRef<Promise<unknown>>(Promise.resolve());
  const onStored: OnStored = (now) => {
    stored.current = now;
    dispatch({ type: 'stored', stored: now });
  };
  /** Waits for the previous attempt, which may still be storing: otherwise there would be two connections. */
  const storeInTurn = (values: ConnectionValues) => {
    const storing = lastStoring.current.then(() => store(stored.current, values, onStored));
    lastStoring.current = storing.catch(() => undefined);
    return storing;
  };

  return async (values: ConnectionValues, run: number): Promise<void> => {
    dispatch({ type: 'connecting' });
    let otherwise: string = t('test.notCreated');
    let id: string | undefined;
    try {
      id = await storeInTurn(values);
      otherwise = t('test.unexpected');
      dispatch({ type: 'testing', run });
      dispatch({ type: 'answered', run, answer: await test.mutateAsync(id) });
    } catch (error) {
      // The connection was deleted, or the user abandoned this attempt and the next one replaced the connection.
      const isAboutStored = id === undefined || id === stored.current?.connection.id;
      if (isAboutStored && error instanceof ApiError && error.code === 'not_found') onStored(undefined);
      onRefused(error);
      dispatch({ type: 'failed', run, message: messageOf(error, otherwise) });
    }
  };
}

/** @returns the id of the stored connection */
function useStoring() {
  const client = useQueryClient();
  const create = useCreateKeySystem();
  const update = useUpdateKeySystem();
  const remove = useDeleteKeySystem();

  const rename = async (id: string, { name, description }: ConnectionValues): Promise<KeySystemConnection> => {
    // The test changed the record after it was created.
    const connection = await client.fetchQuery({ ...keySystemQuery(id), staleTime: 0 });
    return update.mutateAsync({ connection, changes: { name, description: description ?? null } });
  };
  const add = ({ client_certificate_bundle_pem_file: files, ...values }: ConnectionValues) =>
    create.mutateAsync({ ...values, client_certificate_bundle_pem_file: files.map(({ file }) => file) });

  return async (stored: Stored | undefined, values: ConnectionValues, onStored: OnStored): Promise<string> => {
    const action = storeAction(stored?.values, values);
    if (stored && action === 'reuse') {
      const connection = isSameText(stored.values, values)
        ? stored.connection
        : await rename(stored.connection.id, values);
      onStored({ connection, values });
      return connection.id;
    }
    if (stored) {
      const outcome = await remove.mutateAsync(stored.connection.id);
      const reason = blockedBy(outcome)?.message ?? deleteFailure(outcome)?.message;
      if (reason !== undefined) throw new Refused(reason);
      onStored(undefined);
    }
    const connection = await add(values);
    onStored({ connection, values });
    return connection.id;
  };
}

const isSameText = (one: ConnectionValues, other: ConnectionValues) =>
  one.name === other.name && (one.description ?? '') === (other.description ?? '');
