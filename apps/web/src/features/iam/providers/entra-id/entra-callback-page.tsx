import type { EntraSetup } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KeyValues } from '#ui/key-values';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';
import { Page } from '#ui/page';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useUrlState } from '#ui/table/url-state';
import { callbackSearch, returnedByMicrosoft } from './callback-search';
import { entraSetupQuery, useAnswerOfEntra } from './set-up-calls';

const cleared = Object.fromEntries(Object.keys(returnedByMicrosoft).map((name) => [name, undefined]));

/**
 * The redirect target for Microsoft, in its own window or that of the wizard. The answer is submitted once and then
 * removed from the URL, so that neither a reload nor the history contains it.
 */
export function EntraCallbackPage() {
  const [{ setup, ...returned }, setUrl] = useUrlState(callbackSearch);
  const { t } = useTranslation('entra-setup');
  const [sent] = useState(returned);
  const hasAnswer = Object.values(sent).some((value) => value !== undefined);
  const isSent = useRef(false);
  const answer = useAnswerOfEntra();
  useEffect(() => {
    if (!hasAnswer || isSent.current) return;
    isSent.current = true;
    answer.mutate(sent, {
      onSuccess: ({ session }) => setUrl({ ...cleared, setup: session }),
      onError: () => setUrl(cleared),
    });
  }, [hasAnswer, sent, answer, setUrl]);
  if (setup) return <Outcome session={setup} />;
  if (answer.error) {
    return (
      <Frame>
        <Notice tone="red" title={t('callback.failed')} actions={<StartOver />}>
          {answer.error.message}
        </Notice>
      </Frame>
    );
  }
  return (
    <Frame>
      <Panel padded>
        {hasAnswer ? (
          <>
            <Loading label={t('callback.finishing')} />
            <p className="mute">{t('callback.finishingText')}</p>
          </>
        ) : (
          <Empty title={t('callback.nothing')} hint={t('callback.nothingText')} action={<StartOver />} />
        )}
      </Panel>
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('entra-setup');
  return (
    <div className="setup">
      <Page title={t('callback.title')}>{children}</Page>
    </div>
  );
}

function StartOver() {
  const { t } = useTranslation('entra-setup');
  return (
    <LinkButton to="/connect/iam-wizard" search={{ kind: 'entra_id' }}>
      {t('callback.begin')}
    </LinkButton>
  );
}

const failures = { denied: 'denied', failed: 'failed', expired: 'expired', cancelled: 'failed' } as const;
const failureOf = ({ status }: EntraSetup) =>
  status in failures ? failures[status as keyof typeof failures] : undefined;

function Outcome({ session }: { session: string }) {
  const { t } = useTranslation('entra-setup');
  const { data: setup, error, refetch } = useQuery(entraSetupQuery(session));
  if (!setup) return <Frame>{error ? <Failure error={error} onRetry={refetch} /> : <Loading />}</Frame>;
  const failure = failureOf(setup);
  if (failure) {
    return (
      <Frame>
        <Notice tone={failure === 'failed' ? 'red' : 'amber'} title={t(`callback.${failure}`)} actions={<StartOver />}>
          {setup.message}
        </Notice>
      </Frame>
    );
  }
  const { organisation, permissions } = setup;
  const backToWizard = (
    <LinkButton to="/connect/iam-wizard" search={{ kind: 'entra_id', setup: session }}>
      {t('callback.goOn')}
    </LinkButton>
  );
  return (
    <Frame>
      <Notice tone="green" title={t('callback.success')} actions={backToWizard}>
        {t('callback.successText')}
      </Notice>
      <Panel padded>
        <KeyValues
          items={[
            { label: t('callback.organisation'), value: organisation?.display_name ?? t('callback.checking') },
            { label: t('callback.permissions'), value: permissions.join(', ') || t('callback.checking') },
          ]}
        />
      </Panel>
    </Frame>
  );
}
