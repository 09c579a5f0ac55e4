import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PickFiles } from './pick-files';

type Props = { files: readonly File[]; onFiles: (files: File[]) => void };

/** Files that will be added to a request once it is submitted. */
export function ChosenFiles({ files, onFiles }: Props) {
  const { t } = useTranslation('key-requests');
  return (
    <fieldset className="request-chosen">
      <legend>{t('files.title')}</legend>
      {files.length > 0 && (
        <ul className="request-files" aria-label={t('files.chosen')}>
          {files.map((file, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: -- the same file can be chosen twice
            <li key={at}>
              <span className="request-file-name">{file.name}</span>{' '}
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={t('files.removeOf', { name: file.name })}
                onClick={() => onFiles(files.toSpliced(at, 1))}
              >
                {t('files.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <PickFiles count={files.length} onPick={(more) => onFiles([...files, ...more])} />
    </fieldset>
  );
}
