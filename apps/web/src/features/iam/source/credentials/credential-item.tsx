import { type SourceCredential, sourceCredentials } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeAgo } from '#components/time-ago';
import { useMay } from '#data/auth';
import { useTestSourceCredential } from '#data/sources/source-credentials';
import { formatDate } from '#lib/format';
import { KeyValues } from '#ui/key-values';
import { Mono } from '#ui/mono';
import { Notice } from '#ui/notice';
import { StatusTag } from '#ui/status-tag';
import { useToast } from '#ui/toast';
import { DiagnosisReport } from '../diagnosis-report';
import { CredentialQuestion } from './credential-question';

const tones = { active: 'green', next: 'blue', retired: 'grey' } as const;

type Props = { sourceId: string; credential: SourceCredential };

/** One secret or certificate: its expiry, its last test, and its actions. */
export function CredentialItem({ sourceId, credential }: Props) {
  const { t } = useTranslation('source');
  const { kind, state, warnings, last_test, added_by, created_at } = credential;
  return (
    <li>
      <div className="section-head">
        <h3>{t(`credentials.kinds.${kind}`)}</h3>
        <StatusTag tone={tones[state]} label={t(`credentials.states.${state}`)} />
      </div>
      <p>
        <Lasting credential={credential} />{' '}
        <span className="mute">
          {t('credentials.added')} <TimeAgo isInside instant={created_at} />
          {added_by && ` ${t('credentials.by', { name: added_by })}`}
        </span>
      </p>
      {warnings.map((warning) => (
        <Notice key={warning} tone="amber" title={warning} />
      ))}
      <Certificate credential={credential} />
      <Acting sourceId={sourceId} credential={credential} />
      {last_test && <DiagnosisReport diagnosis={last_test} />}
    </li>
  );
}

function Lasting({ credential: { expires_at, days_left } }: Pick<Props, 'credential'>) {
  const { t } = useTranslation('source');
  if (expires_at === null || days_left === null) return <>{t('credentials.endUnknownLong')}</>;
  const date = formatDate(expires_at);
  if (days_left < 0) return <strong>{t('credentials.endedOn', { date })}</strong>;
  return <>{t('credentials.endsOn', { date, count: days_left })}</>;
}

function Certificate({ credential: { certificate } }: Pick<Props, 'credential'>) {
  const { t } = useTranslation(['source', 'key-systems']);
  if (!certificate) return null;
  const { subject, issuer, fingerprint_sha1, key_kind, not_before, not_after } = certificate;
  return (
    <KeyValues
      items={[
        { label: t('key-systems:certificate.subject'), value: subject },
        { label: t('key-systems:certificate.issuer'), value: issuer },
        { label: t('credentials.thumbprint'), value: <Mono>{fingerprint_sha1}</Mono> },
        { label: t('key-systems:certificate.keyKind'), value: key_kind },
        {
          label: t('key-systems:certificate.validity'),
          value: t('key-systems:certificate.validFromTo', { from: formatDate(not_before), to: formatDate(not_after) }),
        },
      ]}
    />
  );
}

function Acting({ sourceId, credential }: Props) {
  const { t } = useTranslation('source');
  const toast = useToast();
  const test = useTestSourceCredential(sourceId);
  const mayActivate = useMay(sourceCredentials.activate);
  const [question, setQuestion] = useState<'activate' | 'remove'>();
  if (!mayActivate) return null;
  const { id, state } = credential;
  return (
    <div className="actions wizard-part">
      <Button
        variant="default"
        loading={test.isPending}
        onClick={() => test.mutate(id, { onError: (error) => toast.failure(error.message) })}
      >
        {t('credentials.test')}
      </Button>
      {state !== 'active' && (
        <>
          <Button onClick={() => setQuestion('activate')}>{t('credentials.activate.open')}</Button>
          <Button variant="subtle" color="red" onClick={() => setQuestion('remove')}>
            {t('credentials.remove.open')}
          </Button>
        </>
      )}
      {question && (
        <CredentialQuestion
          key={question}
          sourceId={sourceId}
          credential={credential}
          question={question}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </div>
  );
}
