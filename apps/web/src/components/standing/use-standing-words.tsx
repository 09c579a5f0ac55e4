import type { KeySystemStanding } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import type { Tone } from '#ui/status-tag';

/** Of one key system, or of all together. */
export type Standing = Pick<
  KeySystemStanding,
  'state' | 'rights_to_withdraw' | 'rights_to_grant' | 'people_other_hours' | 'writes'
>;

type Words = {
  tone: Tone;
  /** Short: 1,348 rights to sync. */
  short: string;
  /** The open changes; empty without any. */
  toDo: string;
};

/** How recorded access compares to the plans, in words. "Up to date" only if a sync would write nothing. */
export function useStandingWords(): (standing: Standing) => Words {
  const { t } = useTranslation('connections');
  return (standing) => {
    const { state, rights_to_withdraw: withdraw, rights_to_grant: grant, people_other_hours, writes } = standing;
    if (state === 'not_linked') return { tone: 'grey', short: t('standing.notLinked'), toDo: '' };
    if (state === 'never_read') return { tone: 'grey', short: t('standing.neverRead'), toDo: t('standing.willRead') };
    if (state === 'equal') return { tone: 'green', short: t('standing.equal'), toDo: '' };
    const rights = withdraw + grant;
    if (rights > 0) {
      const toDo = t('standing.toDo', { withdraw, grant });
      return { tone: 'amber', short: t('standing.behind', { count: rights }), toDo };
    }
    if (people_other_hours > 0) {
      return { tone: 'amber', short: t('standing.hours', { count: people_other_hours }), toDo: '' };
    }
    return { tone: 'amber', short: t('standing.differs', { count: writes }), toDo: t('standing.noRights') };
  };
}
