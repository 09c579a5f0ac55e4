import { nameOfRow } from '@key2xs/domain';
import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SensitiveTag } from '#components/pickers/sensitive-tag';
import { type Change, type Content, grantAt, objectKey, toggleGrant } from '../state/choices';
import type { DoorChoice } from '../state/use-doors';
import './grant-matrix.css';

type Props = {
  content: Content;
  change: Change;
  time: string | null;
  choices: ReadonlyMap<string, DoorChoice>;
  peopleOf: (row: Content['rows'][number]) => number | undefined;
};

/** The same as the matrix where there is no room for one: each row with its doors to tick. */
export function GrantList({ content, change, time, choices, peopleOf }: Props) {
  const { t } = useTranslation('plan-wizard');
  return content.rows.map((row) => {
    const count = peopleOf(row);
    const opened = content.grants.filter((grant) => grant.row === row.id).length;
    return (
      <details key={row.id} className="grant-list" open={content.rows.length === 1}>
        <summary data-wants="grants">
          <strong>{nameOfRow(row)}</strong>{' '}
          <span className="mute">
            {count !== undefined && `${t('people', { count })} · `}
            {t('rules.opens', { count: opened })}
          </span>
        </summary>
        {content.columns.map((column) => {
          const cell = { row: row.id, column: column.id };
          const grant = grantAt(content, cell);
          const when = grant && (content.times.find(({ id }) => id === grant.time)?.name ?? t('rules.always'));
          return (
            <div key={column.id} className="grant-pick">
              <Checkbox
                label={column.name}
                checked={grant !== undefined}
                onChange={() => change((before) => toggleGrant(before, cell, grant ? grant.time : time))}
              />
              <SensitiveTag protectionClass={choices.get(objectKey(column))?.protectionClass} />
              {when && <span className="mute grant-pick-when">{when}</span>}
            </div>
          );
        })}
      </details>
    );
  });
}
