import type { ReactNode } from 'react';
import { ReadInventoryButton, SyncButton } from '#components/sync-actions';
import { LinkButton } from '#ui/link-button';
import type { ToDo } from './next-step';

type Props = { step: ToDo; label: string };

/** The button or link that does the next step. */
export function NextStepAction({ step, label }: Props): ReactNode {
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
      return <ReadInventoryButton system={step.on} variant="filled" label={label} />;
    case 'plan':
      return (
        <LinkButton to="/keys/key-plans" search={{ dialog: 'create' }}>
          {label}
        </LinkButton>
      );
    case 'activate':
      return <LinkButton to="/keys/key-plans">{label}</LinkButton>;
    case 'preview':
      return <SyncButton system={step.on} isDryRun variant="filled" label={label} />;
  }
}
