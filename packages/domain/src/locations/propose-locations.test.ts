import { locationTypes } from '@key2xs/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankOf } from './choose-type';
import { type KnownTree, proposeLocations } from './propose-locations';

const nothing: KnownTree = { places: [], texts: new Map() };
const textsOf = (...texts: string[]) => texts.map((text, at) => ({ id: `c${at}`, text }));
const shown = (texts: string[], known = nothing) =>
  [...proposeLocations(textsOf(...texts), known).places.values()].map(
    ({ path, type, id }) => `${path.join(' / ')}: ${type}${id ? ` (${id})` : ''}`,
  );

const cityHall: KnownTree = {
  places: [
    { id: 'S', parent_id: null, name: 'Campus', type: 'site' },
    { id: 'B', parent_id: 'S', name: 'Old City Hall', type: 'building' },
    { id: 'F', parent_id: 'B', name: 'Ground floor', type: 'floor' },
  ],
  texts: new Map([
    ['city hall', 'B'],
    ['city hall / ground floor', 'F'],
    ['town hall', 'B'],
  ]),
};

describe('proposeLocations', () => {
  it('makes one tree of texts that share their beginnings, whatever their case, spaces and separators', () => {
    const texts = [
      'City Hall / Ground floor / Main entrance',
      'CITY  HALL/ground floor/Archive',
      'City Hall > Ground floor',
    ];
    expect(shown(texts)).toEqual([
      'City Hall: building',
      'City Hall / Ground floor: floor',
      'City Hall / Ground floor / Archive: door',
      'City Hall / Ground floor / Main entrance: door',
    ]);
  });

  it.each<[string, string[]]>([
    ['Annexe', ['building']],
    ['Annexe / Store room', ['building', 'door']],
    ['Annexe / 2nd floor', ['building', 'floor']],
    ['Annexe / 2 / Lab', ['building', 'floor', 'door']],
    ['Annexe / West wing / Lab', ['building', 'area', 'door']],
    ['Annexe / Obergeschoss / Wing A / Lab', ['building', 'floor', 'area', 'door']],
    ['Campus / Annexe / 2 / Wing A / Lab', ['site', 'building', 'floor', 'area', 'door']],
    ['Campus / Annexe / 2 / Wing A / Lab / Cabinet', ['site', 'building', 'floor', 'area', 'door']],
  ])('reads %s as %j', (text, types) => {
    expect([...proposeLocations(textsOf(text), nothing).places.values()].map(({ type }) => type)).toEqual(types);
  });

  it('follows paths to places that were moved and renamed', () => {
    expect(shown(['City Hall / Ground floor / Archive', 'Town Hall / Ground floor / Gate'], cityHall)).toEqual([
      'Campus / Old City Hall: building (B)',
      'Campus / Old City Hall / Ground floor: floor (F)',
      'Campus / Old City Hall / Ground floor / Archive: door',
      'Campus / Old City Hall / Ground floor / Gate: door',
    ]);
  });

  it('creates a place once if two paths lead to it', () => {
    const { placings } = proposeLocations(textsOf('City Hall / Roof', 'Town Hall / ROOF'), cityHall);
    expect(new Set(placings.map(({ key }) => key)).size).toBe(1);
  });

  it('places a cylinder above if no type is left below', () => {
    const door: KnownTree = { places: [{ id: 'D', parent_id: null, name: 'Gate', type: 'door' }], texts: new Map() };
    expect(shown(['Gate / Inner leaf'], door)).toEqual(['Gate: door (D)']);
  });

  it('proposes nothing for texts without a name', () => {
    expect(proposeLocations(textsOf('', ' / ', ' > ;'), nothing)).toEqual({
      places: new Map(),
      paths: new Map(),
      placings: [],
    });
  });
});

const part = fc.constantFrom('A', 'a', 'B ', '1', 'Floor 2', 'West', 'Gate', '');
const text = fc.array(part, { maxLength: 7 }).map((parts) => parts.join(' / '));
const texts = fc.array(text, { maxLength: 20 }).map((all) => textsOf(...all));

describe('any proposal', () => {
  it('places every text that names something, in a tree whose types only go down', () => {
    fc.assert(
      fc.property(texts, (given) => {
        const { places, placings } = proposeLocations(given, nothing);
        expect(placings.map(({ id }) => id).sort()).toEqual(
          given
            .filter(({ text: said }) => /[^\s/]/.test(said))
            .map(({ id }) => id)
            .sort(),
        );
        for (const { key } of placings) expect(places.has(key)).toBe(true);
        const above: string[] = [];
        for (const { key, parent, type, path } of places.values()) {
          expect(path.length).toBeLessThanOrEqual(locationTypes.length);
          if (parent !== undefined) {
            expect(above).toContain(parent);
            expect(rankOf(places.get(parent)?.type ?? 'door')).toBeLessThan(rankOf(type));
          }
          above.push(key);
        }
      }),
    );
  });

  it('is independent of the order of texts, and creates nothing the second time', () => {
    fc.assert(
      fc.property(texts, (given) => {
        const proposal = proposeLocations(given, nothing);
        expect(proposeLocations([...given].reverse(), nothing)).toEqual(proposal);
        const made = [...proposal.places.values()].map(({ key, parent, name, type }) => ({
          id: key,
          parent_id: parent ?? null,
          name,
          type,
        }));
        const known = { places: made, texts: new Map(made.map(({ id }) => [id, id])) };
        const again = proposeLocations(given, known);
        expect([...again.places.values()].filter(({ id }) => id === undefined)).toEqual([]);
        expect(again.placings).toEqual(proposal.placings);
      }),
    );
  });
});
