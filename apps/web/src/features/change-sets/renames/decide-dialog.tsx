import type { CarryOverPreview, RenameDecision, RenameFinding } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { carryOverQuery } from '#data/sources/renames';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { Failure, Loading } from '#ui/page-states';
import { useRenameWords } from './use-rename-words';

export type PendingDecision = { decision: RenameDecision; findings: readonly RenameFinding[] };
type Props = {
  changeSetId: string;
  pending: PendingDecision;
  isBusy: boolean;
  onConfirm: (details: { reason: string; accept_gaining?: number }) => void;
  onClose: () => void;
};

/** The effect of a decision before it is made. Carrying over also lists its edits and who gains doors. */
export function DecideDialog({ changeSetId, pending, isBusy, onConfirm, onClose }: Props) {
  const { t } = useTranslation('change-sets');
  const [reason, setReason] = useState('');
  const { decision, findings } = pending;
  const isCarried = decision === 'carry_over';
  const ids = findings.map(({ id }) => id);
  const scopes = findings.reduce((sum, { effect }) => sum + effect.scopes, 0);
  const { data: preview, error, refetch } = useQuery({ ...carryOverQuery(changeSetId, ids), enabled: isCarried });
  const gaining = preview?.effect.people_gaining ?? 0;
  const isReady = !isCarried || preview !== undefined;
  const label =
    gaining > 0 ? t('renames.confirm.yesGaining', { count: gaining }) : t(`renames.confirm.yes.${decision}`);
  return (
    <ConfirmDialog
      title={t(`renames.confirm.title.${decision}`)}
      confirmLabel={label}
      isBusy={isBusy}
      isDangerous={gaining > 0 || decision === 'not_a_rename'}
      reason={{ label: t('renames.confirm.reason'), value: reason, onChange: setReason }}
      onConfirm={() => isReady && onConfirm({ reason, ...(gaining > 0 && { accept_gaining: gaining }) })}
      onCancel={onClose}
    >
      <ul>
        {findings.map((finding) => (
          <Title key={finding.id} finding={finding} decision={decision} />
        ))}
      </ul>
      {isCarried && preview && <Preview preview={preview} />}
      {isCarried && preview && scopes > 0 && <p>{t('renames.confirm.scopes', { count: scopes })}</p>}
      {isCarried && !preview && error && <Failure error={error} onRetry={refetch} />}
      {isCarried && !preview && !error && <Loading label={t('renames.confirm.loading')} />}
      {decision === 'not_a_rename' && <NotARename findings={findings} scopes={scopes} />}
      <p className="mute">{t('renames.confirm.afterwards')}</p>
    </ConfirmDialog>
  );
}

function Title({ finding, decision }: { finding: RenameFinding; decision: RenameDecision }) {
  const { t } = useTranslation('change-sets');
  const { title, figures } = useRenameWords(finding);
  if (decision !== 'map_for_good') return <li>{`${title}. ${figures}`}</li>;
  return finding.flows.map(({ from, to }) => <li key={to}>{t('renames.confirm.map', { from, to })}</li>);
}

function Preview({ preview: { plans, effect } }: { preview: CarryOverPreview }) {
  const { t } = useTranslation('change-sets');
  const { people_gaining, people_losing } = effect;
  return (
    <>
      {plans.length === 0 && <p>{t('renames.confirm.nothing')}</p>}
      {plans.map(({ keyplan_id, name, sentences, comes_into_force, waiting_changes }) => (
        <div key={keyplan_id}>
          <strong>{name}</strong>
          <ul>
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <p className="mute">
            {t(comes_into_force ? 'renames.confirm.inForce' : 'renames.confirm.draft')}{' '}
            {waiting_changes > 0 && t('renames.confirm.waiting', { count: waiting_changes })}
          </p>
        </div>
      ))}
      <p>
        {people_gaining > 0 && <strong>{t('renames.confirm.gaining', { count: people_gaining })} </strong>}
        {people_losing > 0 && <strong>{t('renames.confirm.losing', { count: people_losing })}</strong>}
        {people_gaining + people_losing === 0 && t('renames.confirm.sameDoors')}
      </p>
    </>
  );
}

function NotARename({ findings, scopes }: { findings: readonly RenameFinding[]; scopes: number }) {
  const { t } = useTranslation('change-sets');
  const count = findings.reduce((sum, { effect }) => sum + effect.people_losing, 0);
  return (
    <p>
      {count > 0 ? t('renames.confirm.notRename', { count }) : t('renames.confirm.notRenameNone')}{' '}
      {scopes > 0 && t('renames.confirm.outOfScopes', { count: scopes })}
    </p>
  );
}
