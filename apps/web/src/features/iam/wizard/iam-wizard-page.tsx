import { skipToken, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StepFrame } from '#components/wizard/step-frame';
import { iamConnectionQuery } from '#data/sources/iam';
import { Page } from '#ui/page';
import { Failure, Loading } from '#ui/page-states';
import { useUrlState } from '#ui/table/url-state';
import { setUpBefore, webProviders } from '../providers/registry';
import { KindStep } from './kind-step';
import { wizardSearch } from './wizard-search';
import '../iam.css';

/** Adds an identity source of any kind, or resumes an interrupted set-up. */
export function IamWizardPage() {
  const { t } = useTranslation('iam');
  const [{ connection: id, kind, setup }, setUrl] = useUrlState(wizardSearch);
  const { data, error, refetch } = useQuery({
    ...iamConnectionQuery(id ?? ''),
    ...(id ? {} : { queryFn: skipToken }),
  });
  const [opened] = useState(kind);
  const hasChosen = kind !== opened;
  if (!id && !kind && !setup) {
    return (
      <Frame>
        <StepFrame title={t('wizard.kind.title')} isLeaving={false} isArrival={hasChosen}>
          <KindStep onKind={(chosen) => setUrl({ kind: chosen })} />
        </StepFrame>
      </Frame>
    );
  }
  const provider = id ? data?.provider : (kind ?? setUpBefore());
  if (provider) {
    const { Wizard } = webProviders[provider];
    return <Wizard connection={data} isArrival={hasChosen} />;
  }
  return (
    <Page title={t('word.addIdentitySource')} back={{ to: '/iam-manager', label: t('wizard.back') }}>
      {error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('wizard.loading')} />}
    </Page>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('iam');
  return (
    <div className="setup">
      <Page title={t('word.addIdentitySource')} back={{ to: '/iam-manager', label: t('wizard.back') }}>
        {children}
      </Page>
    </div>
  );
}
