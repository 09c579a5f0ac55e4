import type { PlanFigures } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { Bars } from '#components/charts/bars';
import { ChartPanel } from '#components/charts/chart-panel';
import { HeatGrid } from '#components/charts/heat-grid';
import { departmentName, doorWords, peopleWords, placeName, shareWords } from './figure-words';

type Props = { figures: PlanFigures };

/** So many can be compared at a glance; the table has the others. */
const maxBars = 12;

/** Departments by how many doors their people may open together. */
export function ByDepartment({ figures: { departments } }: Props) {
  const { t } = useTranslation('plan-statistics');
  const lines = departments.map((line) => ({ ...line, name: departmentName(line, t) }));
  const [first] = lines;
  const words = ({ name, people, of_people, doors, rights }: (typeof lines)[number]) =>
    t('departments.words', {
      name,
      people: peopleWords(people, t),
      of: of_people,
      doors: doorWords(doors, t),
      count: rights,
    });
  const bars = lines.filter(({ rights }) => rights > 0).slice(0, maxBars);
  const closed = departments.reduce((sum, { people, of_people }) => sum + of_people - people, 0);
  const most =
    first &&
    t('departments.most', {
      name: first.name,
      doors: doorWords(first.doors, t),
      share: shareWords(first.people, first.of_people),
    });
  return (
    <ChartPanel
      title={t('departments.title')}
      sentence={`${most} ${closed > 0 ? t('departments.nothing', { count: closed }) : t('departments.everybody')}`}
      table={{
        fileName: 'rights-by-department.csv',
        headers: [
          t('columns.department'),
          t('columns.people'),
          t('columns.ofPeople'),
          t('columns.doors'),
          t('columns.rights'),
        ],
        lines: lines.map(({ name, people, of_people, doors, rights }) => [name, people, of_people, doors, rights]),
      }}
    >
      <Bars
        label={t('departments.title')}
        hint={t('hint')}
        lines={bars.map((line) => ({ name: line.name, value: line.rights, words: words(line) }))}
      />
    </ChartPanel>
  );
}

/** Places by how many people may open a door there. */
export function ByPlace({ figures: { places } }: Props) {
  const { t } = useTranslation('plan-statistics');
  const lines = places.map((line) => ({ ...line, name: placeName(line, t) })).sort((a, b) => b.people - a.people);
  const [first] = lines;
  const words = ({ name, people, doors, of_doors, rights }: (typeof lines)[number]) =>
    t('places.words', {
      name,
      people: peopleWords(people, t),
      doors: doorWords(doors, t),
      of: of_doors,
      count: rights,
    });
  const bars = lines.slice(0, maxBars);
  return (
    <ChartPanel
      title={t('places.title')}
      sentence={
        first
          ? t('places.most', {
              name: first.name,
              people: peopleWords(first.people, t),
              doors: doorWords(first.doors, t),
            })
          : ''
      }
      table={{
        fileName: 'people-by-place.csv',
        headers: [
          t('columns.place'),
          t('columns.people'),
          t('columns.doors'),
          t('columns.ofDoors'),
          t('columns.rights'),
        ],
        lines: lines.map(({ name, people, doors, of_doors, rights }) => [name, people, doors, of_doors, rights]),
      }}
    >
      <Bars
        label={t('places.title')}
        hint={t('hint')}
        lines={bars.map((line) => ({ name: line.name, value: line.people, words: words(line) }))}
      />
    </ChartPanel>
  );
}

/** Departments by places: which share of a department may open a door of a place. */
export function Crossing({ figures: { departments, places, crossings } }: Props) {
  const { t } = useTranslation('plan-statistics');
  const shown = departments
    .map((line, at) => ({ ...line, at, name: departmentName(line, t) }))
    .filter(({ rights }) => rights > 0);
  const cells = new Map(crossings.map((cell) => [`${cell.department} ${cell.place}`, cell]));
  const columns = places.map((place) => placeName(place, t));
  const wordsOf = (line: (typeof shown)[number], place: string, people: number) =>
    people === 0
      ? t('crossing.noAccess', { department: line.name, place })
      : t('crossing.words', { department: line.name, place, count: people, of: line.of_people });
  return (
    <ChartPanel
      title={t('crossing.title')}
      sentence={t('crossing.sentence', { count: crossings.length, of: shown.length * places.length })}
      table={{
        fileName: 'departments-by-places.csv',
        headers: [t('columns.department'), t('columns.place'), t('columns.people'), t('columns.rights')],
        lines: crossings.map((cell) => [
          departmentName(departments[cell.department] ?? unknown, t),
          columns[cell.place] ?? '',
          cell.people,
          cell.rights,
        ]),
      }}
    >
      <HeatGrid
        label={t('crossing.title')}
        hint={t('crossing.hint')}
        rows={shown.map(({ name }) => name)}
        columns={columns}
        cell={(row, column) => {
          const line = shown[row];
          const people = cells.get(`${line?.at} ${column}`)?.people ?? 0;
          const words = line ? wordsOf(line, columns[column] ?? '', people) : '';
          return { shade: people / Math.max(line?.of_people ?? 1, 1), tone: 'accent', words };
        }}
      />
    </ChartPanel>
  );
}

const unknown = { kind: 'others', name: '' } as const;
