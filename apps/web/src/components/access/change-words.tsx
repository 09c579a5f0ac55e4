import type { DifferenceReason, Person } from '@key2xs/contract';
import type { TFunction } from 'i18next';

type Wanted = Pick<DifferenceReason, 'subjects' | 'needs'>;
/** What somebody is now; of a moment when that is not known, nothing. */
type Is = Partial<Pick<Person, 'department' | 'job_title'>>;

const mostSubjects = 8;

/** What somebody would have to be: "in Surgery instead of Radiology" */
export function changeWords({ subjects, needs }: Wanted, person: Is, t: TFunction<'access'>): string {
  const changes = subjects.slice(0, mostSubjects).map(({ subject_type, name }) => {
    const is = subject_type === 'department' || subject_type === 'job_title' ? person[subject_type] : null;
    if (subject_type === 'user') return t('compare.become.user');
    const become = t(`compare.become.${subject_type}`, { name });
    return is ? `${become} ${t('compare.instead', { name: is })}` : become;
  });
  const more = subjects.length - mostSubjects;
  const all = [...new Set(changes), ...(more > 0 ? [t('compare.others', { count: more })] : [])];
  return all.join(` ${t(needs === 'all' ? 'compare.and' : 'compare.or')} `);
}
