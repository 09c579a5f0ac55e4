import { type AdminFunction, type AdminScope, functionsWithin, type Role } from '@key2xs/contract';
import { checkSeparation } from '@key2xs/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { locationTreeQuery } from '#data/key-systems/locations';
import { formatInstant } from '#lib/format';
import { pathIn } from '#lib/place-path';
import { Notice } from '#ui/notice';
import { functionGroups } from './function-groups';

export type PreviewedRights = {
  role: Role;
  /** Of the chosen roles, before the scope. */
  functions: readonly AdminFunction[];
  needsSecondFactor: boolean;
  hasRole: boolean;
  scope: AdminScope | null;
  valid_from: string | null;
  valid_until: string | null;
};

/** What the chosen rights come to, in sentences, with a warning where one person would have both halves of a decision. */
export function RightsPreview(rights: PreviewedRights) {
  const { t } = useTranslation('administrators');
  const sentences = useSentences(rights);
  const effective = functionsWithin(rights.scope, rights.functions);
  const warnings = rights.role === 'superadmin' ? [] : checkSeparation(effective);
  return (
    <>
      <section className="rights-preview" aria-label={t('preview.title')}>
        <h3>{t('preview.title')}</h3>
        <p role="status">{sentences.join(' ')}</p>
      </section>
      {warnings.map((warning) => (
        <Notice key={warning} tone="amber" title={t('separation.title')}>
          {t(`separation.${warning}`)}
        </Notice>
      ))}
    </>
  );
}

const inOrder = (names: readonly AdminFunction[]) =>
  Object.values(functionGroups)
    .flat()
    .filter((name) => names.includes(name));

function useSentences(rights: PreviewedRights): string[] {
  const { t } = useTranslation('administrators');
  const { role, functions, needsSecondFactor, hasRole, scope, valid_from, valid_until } = rights;
  const scopeSentences = useScopeSentences(scope);
  const when = [
    ...(valid_from ? [t('preview.from', { when: formatInstant(valid_from) })] : []),
    ...(valid_until ? [t('preview.until', { when: formatInstant(valid_until) })] : []),
  ];
  if (role === 'superadmin') return [t('preview.superadmin'), ...when];
  if (!hasRole) return [t('preview.noRole')];
  const effective = inOrder(functionsWithin(scope, functions));
  if (effective.length === 0) return [t('preview.nothing'), ...when];
  const wordsOf = (names: readonly AdminFunction[]) => names.map((name) => t(`functions.${name}.may`));
  const dropped = functions.filter((name) => !effective.includes(name));
  return [
    t('preview.may', { functions: wordsOf(effective) }),
    ...scopeSentences,
    ...(dropped.length > 0 ? [t('preview.dropped', { functions: wordsOf(dropped) })] : []),
    ...when,
    ...(needsSecondFactor ? [t('preview.secondFactor')] : []),
  ];
}

function useScopeSentences(scope: AdminScope | null): string[] {
  const { t } = useTranslation('administrators');
  const { data } = useQuery({ ...locationTreeQuery, enabled: (scope?.places?.length ?? 0) > 0 });
  const { departments = null, places = null } = scope ?? {};
  if (!departments && !places) return [t('preview.everywhere')];
  const sentences = [];
  if (departments) {
    const count = departments.length;
    sentences.push(count > 0 ? t('preview.departments', { count, names: departments }) : t('preview.noDepartments'));
  }
  if (places) {
    const names = places.map((id) => pathIn(data?.places ?? [], id)).filter(Boolean);
    sentences.push(places.length > 0 ? t('preview.places', { count: places.length, names }) : t('preview.noPlaces'));
  }
  return sentences;
}
