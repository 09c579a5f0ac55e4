import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveText } from '#lib/save-text';
import './second-factors.css';

type Props = { codes: readonly string[]; doneLabel: string; onDone: () => unknown };

/** New recovery codes, which are never shown again: to copy, download or print. */
export function RecoveryCodes({ codes, doneLabel, onDone }: Props) {
  const { t } = useTranslation('second-factors');
  const [copying, setCopying] = useState<'copied' | 'notCopied'>();
  const text = codes.join('\n');
  const copy = () =>
    void Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
      () => setCopying('copied'),
      () => setCopying('notCopied'),
    );
  return (
    <div className="recovery">
      <p>{t('recovery.shownOnce')}</p>
      <ul className="recovery-codes mono" aria-label={t('recovery.list')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="actions recovery-actions">
        <Button variant="default" onClick={copy}>
          {t('recovery.copy')}
        </Button>
        <Button variant="default" onClick={() => saveText('key2xs-recovery-codes.txt', `${text}\n`)}>
          {t('recovery.download')}
        </Button>
        <Button variant="default" onClick={() => window.print()}>
          {t('recovery.print')}
        </Button>
      </div>
      <p role="status" className="mute">
        {copying && t(`recovery.${copying}`)}
      </p>
      <Button fullWidth onClick={() => void onDone()}>
        {doneLabel}
      </Button>
    </div>
  );
}
