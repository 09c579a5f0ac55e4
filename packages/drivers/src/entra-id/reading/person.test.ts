import { renderSentence } from '@key2xs/texts/render-sentence';
import { describe, expect, it } from 'vitest';
import { attributeNames, impossibleOf, selectFor } from './attributes';
import { readGroup } from './group';
import { goneAs, readPerson } from './person';
import { GraphGroup, GraphUser } from './wire';

const read = (user: object, attributes: string[], isWhole = false) => {
  const { problems = [], ...person } = readPerson(GraphUser.parse({ id: 'a', ...user }), attributes, isWhole);
  return { ...person, problems: problems.map((problem) => renderSentence(problem)) };
};

describe('readPerson', () => {
  it('flattens what is within', () => {
    const user = {
      employeeOrgData: { costCenter: '4711', division: null },
      onPremisesExtensionAttributes: { extensionAttribute1: 'badge 7' },
      accountEnabled: false,
      employeeHireDate: '2024-03-01T00:00:00+02:00',
      businessPhones: ['1', '2'],
      'manager@delta': [{ id: 'former', '@removed': { reason: 'deleted' } }, { id: 'm' }],
    };
    const values = {
      'employeeOrgData.costCenter': '4711',
      'employeeOrgData.division': null,
      'onPremisesExtensionAttributes.extensionAttribute1': 'badge 7',
      'onPremisesExtensionAttributes.extensionAttribute2': null,
      accountEnabled: 'false',
      employeeHireDate: '2024-02-29T22:00:00.000Z',
      businessPhones: '1',
      'manager.id': 'm',
    };
    expect(read(user, Object.keys(values))).toEqual({ id: 'a', values, problems: [] });
  });

  it('keeps missing values in a change, and empties them in a complete read', () => {
    const attributes = ['displayName', 'department', 'employeeOrgData.costCenter', 'manager.id'];
    expect(read({ displayName: 'x' }, attributes).values).toEqual({ displayName: 'x' });
    expect(read({ displayName: 'x' }, attributes, true).values).toEqual({
      displayName: 'x',
      department: null,
      'employeeOrgData.costCenter': null,
      'manager.id': null,
    });
    const relation = { 'manager@delta': [{ id: 'm' }] };
    expect(read(relation, attributes, true).values).toEqual({ 'manager.id': 'm' });
  });

  it('distinguishes an absent manager from an unknown one', () => {
    const gone = { 'manager@delta': [{ id: 'm', '@removed': { reason: 'deleted' } }] };
    expect(read(gone, ['manager.id']).values).toEqual({ 'manager.id': null });
    expect(read({ displayName: 'x' }, ['manager.id']).values).toEqual({});
  });

  it.each<[string, unknown, string]>([
    ['displayName', ['Ada'], 'displayName is not a text'],
    ['department', { name: 'x' }, 'department is not a text'],
    ['employeeId', 4711, 'employeeId is not a text'],
    ['accountEnabled', 'yes', 'accountEnabled is neither true nor false'],
    ['employeeHireDate', 'in spring', 'employeeHireDate is not a date'],
    ['employeeHireDate', '2024-13-45', 'employeeHireDate is not a date'],
    ['businessPhones', '1', 'businessPhones has a form that is not known'],
    ['employeeOrgData.costCenter', 'flat', 'employeeOrgData.costCenter has a form that is not known'],
    ['extension_abc_badge', ['1'], 'extension_abc_badge has a form that is not known'],
    ['userPrincipalName', 'a\0b', 'userPrincipalName has characters that cannot be stored'],
    ['employeeId', 'a\ud800', 'employeeId has characters that cannot be stored'],
  ])('parks %s when it is %j', (attribute, found, problem) => {
    const user = { [attribute.split('.')[0] ?? '']: found, surname: 'Quill' };
    expect(read(user, [attribute, 'surname'])).toEqual({ id: 'a', values: { surname: 'Quill' }, problems: [problem] });
  });

  it.each([
    ['a\0b\ud800c\udc00', 'a\ufffdb\ufffdc\ufffd'],
    ['👩‍🚒 \u202eולא', '👩‍🚒 \u202eולא'],
    ['e\u0301 \u00e9', 'e\u0301 \u00e9'],
    ['   ', '   '],
    ['', ''],
    ['x'.repeat(10_000), 'x'.repeat(10_000)],
  ])('keeps a name as it is where it can be stored: %j', (name, kept) => {
    expect(read({ displayName: name }, ['displayName'])).toEqual({
      id: 'a',
      values: { displayName: kept },
      problems: [],
    });
  });

  it('takes one value of attributes that only the tenant has', () => {
    const user = { extension_abc_badge: 7, extension_abc_ok: true, extension_abc_text: 'x' };
    expect(read(user, Object.keys(user)).values).toEqual({
      extension_abc_badge: '7',
      extension_abc_ok: 'true',
      extension_abc_text: 'x',
    });
  });

  it('knows the date that stands for none', () => {
    const user = { employeeHireDate: '0001-01-01T00:00:00Z' };
    expect(read(user, ['employeeHireDate']).values).toEqual({ employeeHireDate: null });
  });

  it('takes nothing from what every object has', () => {
    expect(read({ displayName: 'x' }, ['constructor', 'employeeOrgData.constructor'])).toEqual({
      id: 'a',
      values: {},
      problems: [],
    });
  });
});

describe('goneAs', () => {
  it.each([
    [{ reason: 'changed' }, 'restorable'],
    [{ reason: 'deleted' }, 'for_good'],
    [{}, 'restorable'],
  ])('%o is %s', (removed, gone) => {
    expect(goneAs({ id: 'a', '@removed': removed })).toEqual({ id: 'a', gone });
  });
});

describe('readGroup', () => {
  const group = (more: object) => readGroup(GraphGroup.parse({ id: 'g', ...more }));

  it('counts people only, with the last data of each', () => {
    const members = [
      { '@odata.type': '#microsoft.graph.user', id: 'a' },
      { id: 'b' },
      { '@odata.type': '#microsoft.graph.group', id: 'inner' },
      { '@odata.type': '#microsoft.graph.device', id: 'printer' },
      { id: 'a', '@removed': { reason: 'deleted' } },
      { id: 'c', '@removed': { reason: 'deleted' } },
      { id: 'c' },
    ];
    expect(group({ displayName: 'Ward', 'members@delta': members })).toEqual({
      id: 'g',
      name: 'Ward',
      joined: ['b', 'c'],
      left: ['a'],
    });
  });

  it('keeps its name if none is given', () => {
    expect(group({})).toEqual({ id: 'g', joined: [], left: [] });
    expect(group({ displayName: ['x'] })).toEqual({ id: 'g', joined: [], left: [] });
  });

  it('is gone', () => {
    expect(group({ '@removed': { reason: 'deleted' } })).toEqual({ id: 'g', gone: 'for_good' });
  });
});

describe('attributes', () => {
  it('are requested once each, independent of their order', () => {
    const select = 'id,displayName,employeeOrgData,manager';
    expect(selectFor(['employeeOrgData.division', 'displayName', 'manager.id', 'employeeOrgData.costCenter'])).toBe(
      select,
    );
    expect(selectFor(['manager.id', 'employeeOrgData.costCenter', 'displayName', 'id'])).toBe(select);
    expect(selectFor([])).toBe('id');
  });

  it('that are offered can be requested', () => {
    expect(impossibleOf(attributeNames)).toEqual([]);
    expect(impossibleOf(['a b', 'a,b', 'a&b', '', 'a.b.c', '1a', '$select'])).toHaveLength(7);
  });
});
