import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ReadInventoryButton, SyncButton } from '#components/sync-actions';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';
import type { Tone } from '#ui/status-tag';
import type { NextStep } from './next-step';

const tones = {
  source: 'blue',
  people: 'blue',
  system: 'blue',
  inventory: 'blue',
  plan: 'blue',
  activate: 'blue',
  preview: 'green',
  decide: 'amber',
  repair: 'red',
} as const satisfies Record<NextStep['is'], Tone>;

/** The next step, with its button. */
export function NextStepNotice({ step }: { step: NextStep }) {
  const { t } = useTranslation('connections');
  const words = { name: 'on' in step ? step.on.name : '', message: 'message' in step ? step.message : '' };
  return (
    <Notice tone={tones[step.is]} title={t(`next.${step.is}.title`, words)} actions={<Action step={step} />}>
      {t(`next.${step.is}.text`, words)}
    </Notice>
  );
}

function Action({ step }: { step: NextStep }): ReactNode {
  const { t } = useTranslation('connections');
  const label = t(`next.${step.is}.action`);
  switch (step.is) {
    case 'source':
      return <LinkButton to="/connect/iam-wizard">{label}</LinkButton>;
    case 'people':
      return (
        <LinkButton to="/connect/iam-wizard" search={{ connection: step.on.id }}>
          {label}
        </LinkButton>
      );
    case 'system':
      return <LinkButton to="/add-key-system">{label}</LinkButton>;
    case 'decide':
      return (
        <LinkButton to="/change-sets/$id" params={{ id: step.changeSetId }}>
          {label}
        </LinkButton>
      );
    case 'repair':
      return <LinkButton to="/key-systems">{label}</LinkButton>;
    case 'inventory':
      return <ReadInventoryButton system={step.on} variant="filled" />;
    case 'plan':
      return (
        <LinkButton to="/keys/key-plans" search={{ dialog: 'create' }}>
          {label}
        </LinkButton>
      );
    case 'activate':
      return <LinkButton to="/keys/key-plans">{label}</LinkButton>;
    case 'preview':
      return <SyncButton system={step.on} isDryRun variant="filled" />;
  }
}
