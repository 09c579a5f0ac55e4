import type { KeyRequestVisit } from '@key2xs/contract';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerByLink, cancelByLink } from '#data/links/request-link';
import { formatDate } from '#lib/format';
import type { Send } from './new-by-link';

type Own = KeyRequestVisit['requests'][number];
type Props = { requests: Own[]; token: string; isBusy: boolean; onSend: Send };

/** What a person has asked for by a link, where it is, and what is next. */
export function OwnRequests({ requests, ...acting }: Props) {
  const { t } = useTranslation('request-link');
  if (requests.length === 0) return <p className="mute">{t('none')}</p>;
  return requests.map((request) => <OwnRequest key={request.id} request={request} {...acting} />);
}

function OwnRequest({ request, token, isBusy, onSend }: Omit<Props, 'requests'> & { request: Own }) {
  const { t } = useTranslation('request-link');
  const [isCancelling, setIsCancelling] = useState(false);
  const { id, kind, state, place_words, key_marking, asked_at, ends_at, reason, pick_up_by } = request;
  const what = place_words ?? key_marking;
  const textOf = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    return String(new FormData(event.currentTarget).get('text') ?? '');
  };
  const answer = (event: FormEvent<HTMLFormElement>) => {
    const note = textOf(event);
    void onSend(() => answerByLink({ token, request_id: id, note }), 'answered');
  };
  const cancel = (event: FormEvent<HTMLFormElement>) => {
    const why = textOf(event);
    void onSend(() => cancelByLink({ token, request_id: id, reason: why }), 'cancelled');
  };
  const isToBringBack = kind === 'return' && state === 'approved';
  const next = pick_up_by
    ? t('next.collectBy', { day: formatDate(pick_up_by) })
    : t(isToBringBack ? 'next.bringBack' : `next.${state}`);
  return (
    <section className="possession-key request-link" aria-label={[t(`kinds.${kind}`), what].filter(Boolean).join(': ')}>
      <strong>{t(`kinds.${kind}`)}</strong>
      {what && <span>{what}</span>}
      <span className="mute">{reason}</span>
      <span className="mute">
        {[t('asked', { day: formatDate(asked_at) }), ends_at && t('ends', { day: formatDate(ends_at) })]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <span>
        <strong>{t(`states.${state}`)}.</strong> {next}
      </span>
      {request.rejected_because && <span>{t('rejected', { text: request.rejected_because })}</span>}
      {state === 'needs_info' && (
        <form onSubmit={answer} className="request-link">
          {request.question && <span>{t('question', { text: request.question })}</span>}
          <label>
            {t('answer')}
            <textarea name="text" required maxLength={2_000} rows={3} />
          </label>
          <Button type="submit" loading={isBusy}>
            {t('sendAnswer')}
          </Button>
        </form>
      )}
      {request.can_cancel && !isCancelling && (
        <Button variant="default" onClick={() => setIsCancelling(true)}>
          {t('cancel')}
        </Button>
      )}
      {request.can_cancel && isCancelling && (
        <form onSubmit={cancel} className="request-link">
          <TextInput
            name="text"
            label={t('cancelWhy')}
            required
            withAsterisk={false}
            minLength={3}
            maxLength={500}
            autoFocus
          />
          <Button type="submit" color="red" loading={isBusy}>
            {t('cancel')}
          </Button>
          <Button variant="subtle" onClick={() => setIsCancelling(false)}>
            {t('back')}
          </Button>
        </form>
      )}
    </section>
  );
}
