import { useTranslation } from 'react-i18next';

/** Lists whose rows have a noun of their own. */
const counted = [
  'people',
  'cylinders',
  'cylinder-groups',
  'keys',
  'key-plans',
  'change-sets',
  'people-and-doors',
  'doors',
  'keys-concerned',
  'changes',
  'work-groups',
] as const;

/** The total, announced when a search or filter changes it. */
export function ListTotal({ list, total }: { list: string; total: number | undefined }) {
  const { t } = useTranslation('shell');
  const noun = list.startsWith('people-of') ? 'people' : counted.find((name) => name === list);
  return (
    <p className="list-total" role="status">
      {total !== undefined && t(`counts.${noun ?? 'entries'}`, { count: total })}
    </p>
  );
}
