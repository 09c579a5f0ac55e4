import type { DifferenceReason, Person } from '@key2xs/contract';
import type { TFunction } from 'i18next';

type Requirement = Pick<DifferenceReason, 'subjects' | 'needs'>;
/** The current values of a person; empty for a moment at which they are unknown. */
type CurrentValues = Partial<Pick<Person, 'department' | 'job_title'>>;

const maxSubjects = 8;

/** What would have to change for a person: "in Surgery instead of Radiology" */
export function changeWords({ subjects, needs }: Requirement, person: CurrentValues, t: TFunction<'access'>): string {
  const changes = subjects.slice(0, maxSubjects).map(({ subject_type, name }) => {
    const is = subject_type === 'department' || subject_type === 'job_title' ? person[subject_type] : null;
    if (subject_type === 'user') return t('compare.become.user');
    const become = t(`compare.become.${subject_type}`, { name });
    return is ? `${become} ${t('compare.instead', { name: is })}` : become;
  });
  const more = subjects.length - maxSubjects;
  const all = [...new Set(changes), ...(more > 0 ? [t('compare.others', { count: more })] : [])];
  return all.join(` ${t(needs === 'all' ? 'compare.and' : 'compare.or')} `);
}
