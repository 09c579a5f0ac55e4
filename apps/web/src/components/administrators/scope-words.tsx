import type { NamedScope } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';

/** A scope in words: “Surgery, Emergency · Building A and below”, or “Everything”. */
export function useScopeWords(): (scope: NamedScope | null) => string {
  const { t } = useTranslation('administrators');
  return (scope) => {
    const { departments = null, places = null, missing_places = 0 } = scope ?? {};
    const people = departments && (departments.length > 0 ? departments.join(', ') : t('scope.noDepartments'));
    const named: string[] = places?.map(({ path }) => t('scope.place', { name: path })) ?? [];
    if (missing_places > 0) named.push(t('scope.missing', { count: missing_places }));
    const doors = places && (named.length > 0 ? named.join(', ') : t('scope.noPlaces'));
    if (people && doors) return t('scope.both', { departments: people, places: doors });
    return people ?? doors ?? t('everything');
  };
}
