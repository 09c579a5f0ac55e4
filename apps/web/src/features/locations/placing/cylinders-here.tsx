import { cylinderList, type LocationNode, locations } from '@key2xs/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type RecordColumn, RecordList } from '#components/records/record-list';
import { useMay } from '#data/auth';
import { shownName } from '#lib/words/door-words';
import { Mono } from '#ui/mono';
import { pathOf } from '../tree/tree-rows';
import { PlacingBar } from './placing-bar';
import type { Placed } from './use-placing';

type Props = {
  places: readonly LocationNode[];
  /** Shown besides the names: the place of each, or its location text. */
  shows: 'place' | 'text';
  /** The place they all share, left out of each path. */
  within?: LocationNode | undefined;
  empty: ReactNode;
  words?: { noMatch: string; noMatchHint: string };
  onPlaced: (placed: Placed) => void;
};

/** The cylinders that the URL asks for, to be selected and placed. */
export function CylindersHere({ places, shows, within, empty, words, onPlaced }: Props) {
  const { t } = useTranslation('locations');
  const mayPlace = useMay(locations.place);
  return (
    <RecordList
      list={cylinderList}
      columns={useColumns(shows, within ? pathOf(places, within.id).join(' / ') : '')}
      words={{ ...t('cylinders.words', { returnObjects: true }), ...words }}
      empty={empty}
      bulk={
        mayPlace
          ? {
              nameOf: ({ marking }) => marking,
              bar: (chosen, onClear) => (
                <PlacingBar cylinders={chosen} places={places} onClear={onClear} onPlaced={onPlaced} />
              ),
            }
          : undefined
      }
    />
  );
}

function useColumns(shows: 'place' | 'text', within: string): RecordColumn<typeof cylinderList>[] {
  const { t } = useTranslation('locations');
  const header = t('cylinders.columns', { returnObjects: true });
  const place: RecordColumn<typeof cylinderList> = {
    key: 'place',
    phone: 'meta',
    header: header.place,
    width: '38%',
    clip: ({ location_path }) => pathBelow(within, location_path),
  };
  const text: RecordColumn<typeof cylinderList> = {
    key: 'text',
    phone: 'meta',
    header: header.text,
    sort: 'location',
    width: '38%',
    clip: ({ location }) => location,
  };
  return [
    {
      key: 'marking',
      phone: 'aside',
      header: header.marking,
      sort: 'marking',
      width: 120,
      isLine: true,
      cell: ({ marking }) => <Mono>{marking}</Mono>,
    },
    { key: 'name', phone: 'title', header: header.name, sort: 'name', width: '30%', clip: shownName },
    shows === 'place' ? place : text,
    {
      key: 'system',
      header: header.system,
      hideBelow: 1_200,
      width: '18%',
      clip: ({ connection_name }) => connection_name,
    },
  ];
}

/** A path without its beginning; undefined for what is directly in the place. */
function pathBelow(within: string, path: string | null): string | null {
  if (path === within) return null;
  return path?.startsWith(`${within} / `) ? path.slice(within.length + 3) : path;
}
