import { Checkbox, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keySystemsQuery } from '#data/key-systems/key-systems';
import { iamConnectionsQuery } from '#data/sources/iam';

type Only = { kind: 'source' | 'system'; id: string; name: string };

/** The source and the key system a new plan is linked to: where there is just one, it is meant unless unticked. */
export function useFirstLinks() {
  const sources = useQuery(iamConnectionsQuery);
  const systems = useQuery(keySystemsQuery);
  const [unticked, setUnticked] = useState<readonly string[]>([]);
  const onlyOnes = [...onlyOne('source', sources.data), ...onlyOne('system', systems.data)];
  const idsOf = (wanted: Only['kind']) =>
    onlyOnes.filter(({ kind, id }) => kind === wanted && !unticked.includes(id)).map(({ id }) => id);
  const tick = (id: string, isTicked: boolean) =>
    setUnticked((before) => (isTicked ? before.filter((one) => one !== id) : [...before, id]));
  return {
    isLoading: sources.isPending || systems.isPending,
    onlyOnes,
    isTicked: (id: string) => !unticked.includes(id),
    tick,
    ids: { iam_connection_ids: idsOf('source'), key_system_connection_ids: idsOf('system') },
  };
}

const onlyOne = (kind: Only['kind'], all: readonly { id: string; name: string }[] = []): Only[] =>
  all.length === 1 ? all.map(({ id, name }) => ({ kind, id, name })) : [];

type Props = Pick<ReturnType<typeof useFirstLinks>, 'onlyOnes' | 'isTicked' | 'tick'>;

export function FirstLinks({ onlyOnes, isTicked, tick }: Props) {
  const { t } = useTranslation('key-plans');
  if (onlyOnes.length === 0) return null;
  return (
    <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
      <legend style={{ padding: 0, fontWeight: 500 }}>{t('firstLinks.label')}</legend>
      <Stack gap="xs" mt={6}>
        {onlyOnes.map(({ kind, id, name }) => (
          <Checkbox
            key={id}
            label={t(`firstLinks.${kind}`, { name })}
            checked={isTicked(id)}
            onChange={(event) => tick(id, event.currentTarget.checked)}
          />
        ))}
      </Stack>
    </fieldset>
  );
}
