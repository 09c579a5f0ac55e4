import type { KeyPlan, PlanDelta } from '@key2xs/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { previewQuery, type TrialEdit } from '#data/plans/plan-versions';
import { timeInWords } from '#lib/time/time-in-words';
import { effectWords } from '../../drafts/effect-words';
import { sizeWords } from '../../drafts/outcome-words';

const PAUSE_MS = 500;

/** The effect of saving an edit, fetched once the form pauses; `edit` is undefined while it is incomplete. */
export function RuleEffect({ plan, edit }: { plan: KeyPlan; edit: TrialEdit | undefined }) {
  const { t } = useTranslation('plan-versions');
  return (
    <section aria-label={t('saving.label')} aria-live="polite">
      {edit ? <Effect plan={plan} edit={edit} /> : <p className="mute">{t('saving.incomplete')}</p>}
    </section>
  );
}

function Effect({ plan, edit }: { plan: KeyPlan; edit: TrialEdit }) {
  const { t } = useTranslation('plan-versions');
  // As text, so that an equal edit is not fetched again.
  const wanted = JSON.stringify(edit);
  const [asked] = useDebouncedValue(wanted, PAUSE_MS);
  const { data, error } = useQuery(previewQuery(plan.id, JSON.parse(asked)));
  const isCurrent = asked === wanted;
  if (isCurrent && error) return <p className="mute">{t('saving.failed')}</p>;
  if (!isCurrent || !data) return <p className="mute">{t('working')}</p>;
  return (
    <>
      <p>
        <strong>{sizeWords(data.effect, t)}</strong>
      </p>
      <p>{t(`saving.${wayOf(plan)}`, { effect: effectWords(data.effect, t) })}</p>
      <Work effect={data.effect} />
    </>
  );
}

/** What there is to do afterwards, and whose hours clash; nothing of which there is none. */
function Work({ effect }: { effect: PlanDelta }) {
  const { t } = useTranslation(['rule-editor', 'plan-versions']);
  const { keys_to_update, cylinders_to_visit, people_without_key, keys_read_at, schedule_conflicts } = effect;
  const clashes = Math.max(0, schedule_conflicts.after - schedule_conflicts.before);
  const said = [
    keys_to_update > 0 && t('effect.keys', { count: keys_to_update }),
    cylinders_to_visit > 0 && t('effect.cylinders', { count: cylinders_to_visit }),
    people_without_key > 0 && keys_read_at !== null && t('effect.withoutKey', { count: people_without_key }),
    (keys_to_update > 0 || people_without_key > 0) && keysAsRead(),
  ].filter((one) => one !== false);
  return (
    <>
      {said.length > 0 && <p className="mute">{said.join(' · ')}</p>}
      {clashes > 0 && (
        <p style={{ color: 'var(--amber)' }}>
          {t('effect.clashes', { count: clashes })} {t(`effect.policy.${schedule_conflicts.policy}`)}
        </p>
      )}
    </>
  );

  function keysAsRead(): string {
    return keys_read_at
      ? t('effect.keysRead', { when: timeInWords(keys_read_at, { isInside: true }) })
      : t('effect.keysUnknown');
  }
}

function wayOf({ takes_effect, is_active }: KeyPlan): 'draft' | 'atOnce' | 'inactive' {
  if (takes_effect === 'on_activation') return 'draft';
  return is_active ? 'atOnce' : 'inactive';
}
