import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useScanCount } from '#data/key-systems/key-counts';
import { CameraScan } from '../camera/camera-scan';

/** Counts what a scanner or a person types; Enter counts it. What it found is said below. */
export function CountScanField({ id }: { id: string }) {
  const { t } = useTranslation('key-desk');
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const scan = useScanCount(id);
  useEffect(() => field.current?.focus(), []);
  const look = (scanned: string) => {
    if (scanned.trim() === '') return;
    scan.mutate(
      { text: scanned },
      { onSuccess: ({ ambiguous }) => setText(ambiguous.map((one) => one.text).join(' ')) },
    );
  };
  const found = scan.data;
  const problems = [
    ...(found?.unknown.map((name) => t('scan.unknown', { name })) ?? []),
    ...(found?.ambiguous.map(({ text: name }) => t('scan.ambiguous', { name })) ?? []),
    ...(scan.error ? [scan.error.message] : []),
  ].join(' ');
  return (
    <>
      <TextInput
        ref={field}
        label={t('scan.label')}
        description={t('counts.scanHint')}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          look(text);
        }}
        error={problems || undefined}
      />
      <CameraScan onRead={look} />
      <div role="status">
        <ul className="lines">
          {found?.counted.map(({ key, is_new, difference }) => (
            <li key={key.id}>
              {difference
                ? t(`counts.scanned.${difference}`, { name: key.marking, holder: key.custody.holder?.name ?? '–' })
                : t(is_new ? 'counts.scanned.counted' : 'counts.scanned.again', { name: key.marking })}
            </li>
          ))}
        </ul>
      </div>
      {found?.ambiguous.flatMap(({ keys }) =>
        keys.map((key) => (
          <Button
            key={key.id}
            size="compact-sm"
            variant="default"
            onClick={() => scan.mutate({ key_id: key.id }, { onSuccess: () => setText('') })}
          >
            {t('scan.choose', { name: key.marking, system: key.connection_name })}
          </Button>
        )),
      )}
    </>
  );
}
