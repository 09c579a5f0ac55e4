import { maxLocationFileBytes } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useImportLocations } from '#data/key-systems/locations';
import { FileDrop } from '#ui/file-drop';
import { Notice } from '#ui/notice';
import { SideDrawer } from '#ui/overlay/side-drawer';

/** Imports places from a file and lists the rows left out with the reason. */
export function ImportDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('locations');
  const [file, setFile] = useState<File>();
  const send = useImportLocations();
  const { data: done } = send;
  const isTooLarge = file !== undefined && file.size > maxLocationFileBytes;
  const take = (chosen: File) => {
    send.reset();
    setFile(chosen);
  };
  return (
    <SideDrawer title={t('import.title')} opened onClose={onClose}>
      <FileDrop
        label={t('import.label')}
        hint={t('import.hint')}
        accept=".csv,text/csv"
        file={file}
        onFile={take}
        error={isTooLarge ? t('import.tooLarge') : send.error?.message}
      />
      <p className="mute" style={{ margin: '12px 0 16px' }}>
        {t('import.rule')}
      </p>
      {done && (
        <Notice
          tone={done.bad_total > 0 ? 'amber' : 'green'}
          title={t('import.done', {
            made: t('counted.places', { count: done.made }),
            changed: t('counted.places', { count: done.changed }),
            unchanged: done.unchanged,
          })}
        >
          {done.bad_total > 0 && t('import.bad', { count: done.bad_total })}
        </Notice>
      )}
      {done && done.bad.length > 0 && (
        <ul className="lines" style={{ marginBottom: 16 }}>
          {done.bad.map(({ line, message }) => (
            <li key={line}>
              <strong>{t('import.line', { line })}</strong> {message}
            </li>
          ))}
        </ul>
      )}
      <div className="actions">
        <Button
          disabled={!file || isTooLarge || done !== undefined}
          loading={send.isPending}
          onClick={() => file && send.mutate({ body: { file } })}
        >
          {t('import.submit')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('word.close')}
        </Button>
      </div>
    </SideDrawer>
  );
}
