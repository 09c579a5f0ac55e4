import type { Key } from '@key2xs/contract';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useScanKeys } from '#data/key-systems/key-desk';
import { CameraScan } from './camera/camera-scan';

type Props = { onFound: (keys: readonly Key[]) => void; fieldRef: { current: HTMLInputElement | null } };

/** Takes what a scanner or a person types; Enter looks it up. Markings of several keys may run together. */
export function ScanField({ onFound, fieldRef }: Props) {
  const { t } = useTranslation('key-desk');
  const [text, setText] = useState('');
  const scan = useScanKeys();
  const found = scan.data;
  const look = (scanned: string) => {
    if (scanned.trim() === '') return;
    scan.mutate(scanned, {
      onSuccess: ({ found, unknown, ambiguous }) => {
        onFound(found);
        setText([...unknown, ...ambiguous.map((one) => one.text)].join(' '));
      },
    });
  };
  const problem = [
    ...(found?.unknown.map((name) => t('scan.unknown', { name })) ?? []),
    ...(found?.ambiguous.map((one) => t('scan.ambiguous', { name: one.text })) ?? []),
    ...(scan.error ? [scan.error.message] : []),
  ].join(' ');
  return (
    <>
      <TextInput
        ref={fieldRef}
        label={t('scan.label')}
        description={t('scan.hint')}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Without text, Enter goes on with what has been scanned.
          if (event.key !== 'Enter' || text.trim() === '') return;
          event.preventDefault();
          look(text);
        }}
        error={problem || undefined}
      />
      <CameraScan onRead={look} />
      {found?.ambiguous.flatMap(({ keys }) =>
        keys.map((key) => (
          <Button key={key.id} size="compact-sm" variant="default" onClick={() => onFound([key])}>
            {t('scan.choose', { name: key.marking, system: key.connection_name })}
          </Button>
        )),
      )}
    </>
  );
}
