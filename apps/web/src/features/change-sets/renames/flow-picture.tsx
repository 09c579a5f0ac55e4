import type { RenameFinding } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#lib/format';

/** Who moved where: one line per flow, as long as its share of the people. */
export function FlowPicture({ finding: { flows } }: { finding: RenameFinding }) {
  const { t } = useTranslation('change-sets');
  const largest = Math.max(...flows.map(({ people }) => people));
  return (
    <ul className="rename-flows" aria-label={t('renames.flows')}>
      {flows.map(({ from, to, people }) => (
        <li key={`${from}\n${to}`}>
          <span>
            {from} → {to}
          </span>
          <span className="rename-count">{formatNumber(people)}</span>
          <span className="rename-bar" style={{ width: `${(people / largest) * 100}%` }} aria-hidden />
        </li>
      ))}
    </ul>
  );
}
