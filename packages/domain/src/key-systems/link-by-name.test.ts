import { describe, expect, it } from 'vitest';
import { type AwaitedPerson, type ForeignPerson, linkByName } from './link-by-name';

const awaited = (reference: string, surname: string, since = 10): AwaitedPerson => ({
  reference,
  first_name: 'Odo',
  surname,
  since,
});
const found = (identity: string, surname: string, firstSeen = 20): ForeignPerson => ({
  identity,
  first_name: 'Odo',
  surname,
  firstSeen,
});
const links = (wanted: AwaitedPerson[], people: ForeignPerson[]) => [...linkByName(wanted, people)];

describe('linkByName', () => {
  it.each<[string, AwaitedPerson[], ForeignPerson[], [string, string][]]>([
    [
      'links the person with that name',
      [awaited('a', 'Brackwater')],
      [found('1', 'Brackwater'), found('2', 'Hale')],
      [['a', '1']],
    ],
    ['however it is spelled', [awaited('a', 'Brackwater')], [found('1', '  BRACKWATER ')], [['a', '1']]],
    ['but not with another accent', [awaited('a', 'Brackwäter')], [found('1', 'Brackwater')], []],
    ['no person who was there before', [awaited('a', 'Hale')], [found('1', 'Hale', 9)], []],
    ['who was seen at that very moment', [awaited('a', 'Hale')], [found('1', 'Hale', 10)], [['a', '1']]],
    [
      'the new one of two, when the other was there before',
      [awaited('a', 'Hale')],
      [found('1', 'Hale', 9), found('2', 'Hale')],
      [['a', '2']],
    ],
    ['neither of two found', [awaited('a', 'Hale')], [found('1', 'Hale'), found('2', 'Hale')], []],
    ['neither of two awaited', [awaited('a', 'Hale'), awaited('b', 'Hale')], [found('1', 'Hale')], []],
    [
      'a person awaited twice, since the first time',
      [awaited('a', 'Hale', 15), awaited('a', 'Hale', 5)],
      [found('1', 'Hale', 10)],
      [['a', '1']],
    ],
    ['no person when none is awaited', [], [found('1', 'Hale')], []],
  ])('%s', (_, wanted, people, expected) => {
    expect(links(wanted, people)).toEqual(expected);
  });
});
