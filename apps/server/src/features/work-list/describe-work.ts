import type { KeySystemPerson } from '@key2xs/domain';
import type { Selectable } from 'kysely';
import type { Schema } from '#platform/schema';
import { describeProfile } from './describe-profile';
import type { DoorNames } from './door-names';
import { asWrite } from './queries';

type Item = Pick<
  Selectable<Schema['change_set_item']>,
  'kind' | 'label' | 'reference' | 'person_id' | 'detail' | 'before' | 'after' | 'write'
>;

/** What an operator is to do, in a sentence, and where in CLIQ Web Manager. */
export function describeWork(item: Item, doors: DoorNames): { what: string; place: string } {
  const { label, detail } = item;
  const task = asWrite({ kind: item.kind, write: item.write ?? {} });
  switch (task.kind) {
    case 'person_create':
      return { what: `Create the person ${withNumber(item)}${mailOf(task.write)}.`, place: 'Persons' };
    case 'person_update':
      return { what: describeUpdate(item, task.write), place: 'Persons' };
    case 'person_deactivate':
      return { what: `Deactivate the person ${withNumber(item)}.`, place: 'Persons' };
    case 'member_add':
      return { what: `Give ${withNumber(item)} the access profile '${detail}'.`, place: 'Access profiles' };
    case 'member_remove':
      return { what: `Take the access profile '${detail}' from ${withNumber(item)}.`, place: 'Access profiles' };
    case 'profile_put':
      return {
        what: describeProfile(label, { before: item.before, write: task.write, after: item.after }, doors),
        place: 'Access profiles',
      };
  }
}

/** People are told apart by their number; who has none is told by the name alone. */
const withNumber = ({ label, reference, person_id }: Item): string =>
  reference === person_id || reference === '' ? label : `${label} (employee number ${reference})`;

const mailOf = ({ email }: KeySystemPerson): string => (email ? `, e-mail ${email}` : '');

const fieldNames: Record<string, string> = {
  first_name: 'first name',
  surname: 'surname',
  email: 'e-mail',
  employee_id: 'employee number',
};

function describeUpdate(item: Item, write: KeySystemPerson): string {
  const { before, after } = item;
  const isBack = before?.active === false;
  const changes = Object.keys(before ?? {})
    .filter((field) => field in fieldNames)
    .map((field) => `${fieldNames[field]} ${quoted(before?.[field])} becomes ${quoted(after?.[field])}`);
  const person = withNumber(item);
  if (isBack && changes.length === 0) return `Make the person ${person}${mailOf(write)} active again.`;
  const start = isBack ? `Make the person ${person} active again and change it` : `Change the person ${person}`;
  return `${start}: ${changes.join(', ')}.`;
}

const quoted = (value: unknown): string =>
  value === null || value === undefined || value === '' ? '(empty)' : `'${value}'`;
