import type { Input, KeyRequestVisit, keyRequestLinks } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { submitByLink } from '#data/links/request-link';
import { firstSecondOf, lastSecondOf } from '#lib/time/reader-day';

type Kind = Input<typeof keyRequestLinks.submit>['body']['kind'];
export type Send = (call: () => Promise<KeyRequestVisit>, done: 'sent' | 'answered' | 'cancelled') => Promise<void>;
type Props = {
  keys: KeyRequestVisit['keys'];
  token: string;
  isBusy: boolean;
  onSend: Send;
  onBack: () => void;
};

const kinds = ['new_key', 'temporary', 'more_access', 'extension', 'replacement', 'return'] as const;
const aboutKey: readonly Kind[] = ['extension', 'replacement', 'return'];
const withoutTimes: readonly Kind[] = ['replacement', 'return'];
const withEnd: readonly Kind[] = ['temporary', 'extension'];

/** What a person asks for: where it is they write, and of keys they choose one of their own. */
export function NewByLink({ keys, token, isBusy, onSend, onBack }: Props) {
  const { t } = useTranslation('request-link');
  const [kind, setKind] = useState<Kind>('new_key');
  const isAboutKey = aboutKey.includes(kind);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '');
    const [from, until] = [text('from'), text('until')];
    const body = {
      ...{ token, kind, reason: text('why'), is_urgent: form.has('urgent') },
      ...(isAboutKey ? { key_id: text('key') } : { place_words: text('where') }),
      ...{ starts_at: from ? firstSecondOf(from) : null, ends_at: until ? lastSecondOf(until) : null },
    };
    void onSend(() => submitByLink(body), 'sent');
  };
  return (
    <form onSubmit={submit} className="request-link">
      <label>
        {t('kind')}
        <select
          value={kind}
          onChange={({ currentTarget: { value } }) => setKind(kinds.find((one) => one === value) ?? kind)}
        >
          {kinds.map((one) => (
            <option key={one} value={one}>
              {t(`kinds.${one}`)}
            </option>
          ))}
        </select>
      </label>
      {isAboutKey && keys.length === 0 && <p role="status">{t('noKeys')}</p>}
      {isAboutKey && keys.length > 0 && (
        <label>
          {t('key')}
          <select name="key">
            {keys.map(({ id, marking, name }) => (
              <option key={id} value={id}>
                {name ? `${marking} (${name})` : marking}
              </option>
            ))}
          </select>
        </label>
      )}
      {!isAboutKey && (
        <label>
          {t('where')}
          <span className="mute">{t('whereHint')}</span>
          <input name="where" required maxLength={300} />
        </label>
      )}
      {!withoutTimes.includes(kind) && (
        <>
          {!isAboutKey && (
            <label>
              {t('from')}
              <span className="mute">{t('fromHint')}</span>
              <input type="date" name="from" />
            </label>
          )}
          <label>
            {t('until')}
            {!withEnd.includes(kind) && <span className="mute">{t('untilHint')}</span>}
            <input type="date" name="until" required={withEnd.includes(kind)} />
          </label>
        </>
      )}
      <label>
        {t('why')}
        <textarea name="why" required minLength={3} maxLength={500} rows={3} />
      </label>
      <label className="request-link-check">
        <input type="checkbox" name="urgent" /> {t('urgent')}
      </label>
      <Button type="submit" fullWidth loading={isBusy} disabled={isAboutKey && keys.length === 0}>
        {t('submit')}
      </Button>
      <Button variant="subtle" fullWidth onClick={onBack}>
        {t('back')}
      </Button>
    </form>
  );
}
