import type { KeyPlan } from '@key2xs/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { previewQuery, type TrialEdit } from '#data/plan-versions';
import { effectWords } from '../drafts/effect-words';

const PAUSE_MS = 500;

/** What saving an edit would do to people, asked once the form pauses; `edit` is undefined while it is not complete. */
export function RuleEffect({ plan, edit }: { plan: KeyPlan; edit: TrialEdit | undefined }) {
  const { t } = useTranslation('plan-versions');
  // As text, so that an edit that says the same is not asked again.
  const [asked] = useDebouncedValue(edit && JSON.stringify(edit), PAUSE_MS);
  const trial: TrialEdit | undefined = asked === undefined ? undefined : JSON.parse(asked);
  const { data, error } = useQuery(previewQuery(plan.id, trial));
  if (!edit) return <p className="mute">{t('saving.incomplete')}</p>;
  const isCurrent = asked === JSON.stringify(edit);
  if (isCurrent && error) return <p className="mute">{t('saving.failed')}</p>;
  if (!isCurrent || !data) return <p className="mute">{t('working')}</p>;
  return <p>{t(`saving.${wayOf(plan)}`, { effect: effectWords(data.effect, t) })}</p>;
}

function wayOf({ takes_effect, is_active }: KeyPlan): 'draft' | 'atOnce' | 'inactive' {
  if (takes_effect === 'on_activation') return 'draft';
  return is_active ? 'atOnce' : 'inactive';
}
