import { matrixSide, type PlanMatrix, type Side } from '@key2xs/contract';
import { Button } from '@mantine/core';
import type { LinkProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { describeWindows } from '#lib/time/describe-windows';
import { KeyValues } from '#ui/key-values';
import { LinkButton } from '#ui/link-button';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { PlaceLink } from '#ui/place-link';
import { StatusTag } from '#ui/status-tag';
import type { ColumnNode } from '../axes/column-tree';
import { labelOf } from '../edit/requested-edit';
import type { ShownRow } from '../matrix-source-of';
import { columnPlaces, rowPlace } from './crossing-places';
import { type Explanation, explainCrossing, type GrantThere } from './explain-crossing';

type Props = {
  matrix: PlanMatrix;
  row: ShownRow;
  column: ColumnNode;
  /** How the column is called where it stands alone. */
  what: string;
  /** Absent where what is shown cannot be edited. */
  onAsk: ((grant: boolean) => void) | undefined;
  onClose: () => void;
};

/** Why people of a row may open doors of a column, or not: on each side, by which rules, and what waits. */
export function CrossingDrawer({ matrix, row, column, what, onAsk, onClose }: Props) {
  const { t } = useTranslation('plan-matrix');
  const people = row.people ?? { key: row.key, people: 1, classes: [] };
  const explained = explainCrossing(matrix, people, column);
  const person = rowPlace(row);
  return (
    <SideDrawer title={t('explain.title', { who: labelOf(row), what })} opened onClose={onClose}>
      <KeyValues items={useFacts(matrix, explained)} areShort />
      {onAsk && (
        <div className="actions" style={{ margin: '16px 0' }}>
          <Button variant="default" onClick={() => onAsk(true)}>
            {t('grant')}
          </Button>
          {explained.to > 0 && (
            <Button variant="default" onClick={() => onAsk(false)}>
              {t('takeBack')}
            </Button>
          )}
        </div>
      )}
      <section aria-label={t('explain.byWhich')}>
        <h3 style={{ margin: '16px 0 8px' }}>{t('explain.byWhich')}</h3>
        {explained.grants.length === 0 && <p className="mute">{t('explain.nothing')}</p>}
        <ul className="lines">
          {explained.grants.map((there) => (
            // A rule that differs between the sides is there twice.
            <li key={`${there.grant.rule_id} ${there.grant.sides} ${there.grant.name}`}>
              <Rule there={there} matrix={matrix} isSingle={explained.people === 1 && explained.doors === 1} />
            </li>
          ))}
        </ul>
      </section>
      <div className="actions" style={{ marginTop: 16 }}>
        {person && <Place place={person.place} label={t(`explain.${person.label}`)} />}
        {columnPlaces(column, row).map(({ place, label }) => (
          <Place key={label} place={place} label={t(`explain.${label}`)} />
        ))}
      </div>
    </SideDrawer>
  );
}

function Place({ place, label }: { place: LinkProps; label: string }) {
  return (
    <LinkButton {...place} variant="default">
      {label}
    </LinkButton>
  );
}

function useFacts({ from, to, grants }: PlanMatrix, explained: Explanation) {
  const { t } = useTranslation('plan-matrix');
  const nameOf = useSideName();
  const { people, gaining, losing, waiting, elsewhere, conflicts, recorded } = explained;
  const said = (count: number) =>
    people === 1 ? t(count > 0 ? 'explain.yes' : 'explain.no') : t('explain.of', { count, people });
  const isSame = gaining + losing === 0;
  const knowsRecorded = grants.some(({ sides }) => (sides & matrixSide.recorded) !== 0);
  return [
    { label: isSame ? t('explain.mayOpen') : t('explain.from', { side: nameOf(from) }), value: said(explained.from) },
    ...(isSame ? [] : [{ label: t('explain.from', { side: nameOf(to) }), value: said(explained.to) }]),
    ...(knowsRecorded ? [{ label: t('explain.recorded'), value: said(recorded) }] : []),
    ...optional(t('explain.gaining'), gaining, said),
    ...optional(t('explain.losing'), losing, said),
    ...optional(t('explain.waiting'), waiting, said),
    ...optional(t('explain.elsewhere'), elsewhere, said),
    ...optional(t('explain.conflicts'), conflicts, said),
  ];
}

const optional = (label: string, count: number, said: (count: number) => string) =>
  count > 0 ? [{ label, value: said(count) }] : [];

function useSideName(): (side: Side) => string {
  const { t } = useTranslation('plan-matrix');
  return (side) =>
    side === 'in_force' || side === 'draft' || side === 'off'
      ? t(`sides.${side}`)
      : t('sides.version', { number: side });
}

type RuleProps = { there: GrantThere; matrix: PlanMatrix; isSingle: boolean };

function Rule({ there: { grant, hours, way, people, doors }, matrix, isSingle }: RuleProps) {
  const { t } = useTranslation('plan-matrix');
  const nameOf = useSideName();
  const { rule_id, name, sides, keyplan_id } = grant;
  const id = keyplan_id ?? matrix.keyplan_id;
  const [isFrom, isTo] = [(sides & matrixSide.from) !== 0, (sides & matrixSide.to) !== 0];
  const counts = [t('explain.people', { count: people }), t('explain.doors', { count: doors })];
  return (
    <>
      {rule_id === null ? (
        <span>{name}</span>
      ) : (
        <PlaceLink to="/keys/key-plans/$id" params={{ id }} search={{ tab: 'rules', dialog: 'rule', rule_id }}>
          {name}
        </PlaceLink>
      )}{' '}
      {isTo && !isFrom && (
        <StatusTag tone="green" isPlain label={`+ ${t('explain.onlyTo', { side: nameOf(matrix.to) })}`} />
      )}
      {isFrom && !isTo && (
        <StatusTag tone="red" isPlain label={`− ${t('explain.onlyFrom', { side: nameOf(matrix.from) })}`} />
      )}
      {keyplan_id !== null && keyplan_id !== matrix.keyplan_id && (
        <StatusTag tone="grey" isPlain label={t('explain.otherPlan')} />
      )}
      <div className="mute">
        {[
          rule_id === null ? t('explain.isRecorded') : t(`ways.${way}`),
          hours.length === 0 ? t('explain.always') : describeWindows(hours),
          ...(isSingle ? [] : counts),
        ].join(' · ')}
      </div>
    </>
  );
}
