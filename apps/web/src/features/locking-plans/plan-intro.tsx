import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { exampleMarkingsQuery } from '#data/key-systems/locking-plans';
import { Panel } from '#ui/panel';
import { type ExampleSheet, exampleSheet } from './example-sheet';
import { saveCsv } from './save-csv';

const nothing = { cylinders: [], keys: [] };
const names = ['caretaker', 'cleaning', 'reserve'] as const;

/** Explains locking plans and the sheet's format, with markings of this key system. */
export function PlanIntro({ connectionId }: { connectionId: string }) {
  const { t } = useTranslation('locking-plans');
  const { data = nothing } = useQuery(exampleMarkingsQuery(connectionId));
  const sheet = exampleSheet(data);
  const save = () => saveCsv('locking-plan-example.csv', cellsOf(sheet, [t('about.key'), t('about.name')], nameOf));
  const nameOf = (row: number) => t(`about.${names[row] ?? 'reserve'}`);
  return (
    <Panel title={t('about.title')} padded>
      <div className="plan-intro">
        <p>{t('about.what')}</p>
        <p>{t('about.how')}</p>
        <h3>{t('about.exampleTitle')}</h3>
        <Example sheet={sheet} nameOf={nameOf} />
        <ul>
          {t('about.rules', { returnObjects: true }).map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
        <Button variant="default" onClick={save}>
          {t('about.download')}
        </Button>
      </div>
    </Panel>
  );
}

type ExampleProps = { sheet: ExampleSheet; nameOf: (row: number) => string };

function Example({ sheet: { cylinders, rows }, nameOf }: ExampleProps) {
  const { t } = useTranslation('locking-plans');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="table-region plan-example" aria-label={t('about.exampleCaption')} tabIndex={0}>
      <table className="plan-matrix">
        <caption className="visually-hidden">{t('about.exampleCaption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('about.key')}</th>
            <th scope="col">{t('about.name')}</th>
            {cylinders.map((marking) => (
              <th key={marking} scope="col" className="mono">
                {marking}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, rights }, at) => (
            <tr key={key}>
              <th scope="row" className="mono">
                {key}
              </th>
              <td>{nameOf(at)}</td>
              {cylinders.map((marking, column) => (
                <td key={marking} className="plan-cell">
                  {rights[column] ? 'x' : ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const cellsOf = ({ cylinders, rows }: ExampleSheet, heads: readonly string[], nameOf: (row: number) => string) => [
  [...heads, ...cylinders],
  ...rows.map(({ key, rights }, at) => [key, nameOf(at), ...rights.map((right) => (right ? 'x' : ''))]),
];
