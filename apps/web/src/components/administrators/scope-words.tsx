import type { NamedScope } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';

/** A scope in words: “Surgery, Emergency · Building A and below”, or “Everything”. */
export function useScopeWords(): (scope: NamedScope | null) => string {
  const { t } = useTranslation('administrators');
  return (scope) => {
    const { departments = null, places = null } = scope ?? {};
    const people = departments && (departments.length > 0 ? departments.join(', ') : t('scope.noDepartments'));
    const doors =
      places &&
      (places.length > 0 ? places.map(({ path }) => t('scope.place', { name: path })).join(', ') : t('scope.noPlaces'));
    if (people && doors) return t('scope.both', { departments: people, places: doors });
    return people ?? doors ?? t('everything');
  };
}
