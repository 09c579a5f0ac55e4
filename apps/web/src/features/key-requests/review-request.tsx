import type { keyRequests, Output } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '#lib/format';
import { Form, FormActions } from '#ui/form';
import { KeyValues } from '#ui/key-values';
import { Notice } from '#ui/notice';
import { Panel } from '#ui/panel';
import './key-requests.css';

export type Preview = Output<typeof keyRequests.preview>;

type Props = {
  preview: Preview;
  isBusy: boolean;
  failure: string | undefined;
  /** Of what is done after it was submitted. */
  progress: string | undefined;
  onSend: () => void;
  onBack: () => void;
};

/** Who decides a request, and what is allowed, before it is sent. */
export function ReviewRequest({ preview, isBusy, failure, progress, onSend, onBack }: Props) {
  const { t } = useTranslation('key-requests');
  const { approval, is_automatic, needs_four_eyes, expected_by, max_days, is_too_long, doors, doors_already } = preview;
  const items = [
    {
      label: t('review.decides'),
      value: is_automatic ? (
        t('review.automatic')
      ) : (
        <ol className="request-steps">
          {approval.map(({ kind, person, stands_in }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: -- steps have no other identity, and do not move
            <li key={at}>
              {t(`steps.${kind}`)}
              {person && `: ${person.name}`}
              {stands_in && ` (${t('standsIn')})`}
            </li>
          ))}
        </ol>
      ),
    },
    ...(expected_by ? [{ label: t('review.expected'), value: formatInstant(expected_by) }] : []),
    { label: t('review.longest'), value: max_days === null ? t('review.noLimit') : t('days', { count: max_days }) },
    ...(doors > 0 ? [{ label: t('review.doors'), value: t('review.doorsOf', { doors, already: doors_already }) }] : []),
  ];
  return (
    <Panel title={t('review.title')} padded>
      {is_too_long && <Notice tone="red" title={t('review.tooLong', { count: max_days ?? 0 })} />}
      {doors > 0 && doors === doors_already && <Notice tone="amber" title={t('review.hasAll')} />}
      {needs_four_eyes && <Notice tone="grey" title={t('review.fourEyes')} />}
      <KeyValues items={items} />
      <Form
        submit={(event) => {
          event.preventDefault();
          if (!is_too_long) onSend();
        }}
        failure={failure}
        failedTitle={t('form.failed')}
      >
        <FormActions submitLabel={t('review.send')} isBusy={isBusy} onCancel={onBack} />
        <p className="mute" role="status">
          {progress}
        </p>
      </Form>
    </Panel>
  );
}
