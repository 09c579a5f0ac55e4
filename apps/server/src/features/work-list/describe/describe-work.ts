import type { KeySystemPerson } from '@key2xs/domain';
import { type Sentence, say } from '@key2xs/texts';
import type { Selectable } from 'kysely';
import type { Schema } from '#platform/schema/schema';
import { asWrite } from '../work-row';
import { describeProfile } from './describe-profile';
import type { DoorNames } from './door-names';

type Item = Pick<
  Selectable<Schema['change_set_item']>,
  'kind' | 'label' | 'reference' | 'person_id' | 'detail' | 'before' | 'after' | 'write'
>;

const [persons, profiles] = [say('work.places.persons'), say('work.places.profiles')];

/** What an operator should do, and where in CLIQ Web Manager. */
export function describeWork(item: Item, doors: DoorNames): { what: Sentence; place: Sentence } {
  const { label, detail } = item;
  const task = asWrite({ kind: item.kind, write: item.write ?? {} });
  const person = withNumber(item);
  switch (task.kind) {
    case 'person_create': {
      const { email } = task.write;
      const what = email ? say('work.createPersonWithEmail', { person, email }) : say('work.createPerson', { person });
      return { what, place: persons };
    }
    case 'person_update':
      return { what: describeUpdate(item, task.write), place: persons };
    case 'person_deactivate':
      return { what: say('work.deactivatePerson', { person }), place: persons };
    case 'member_add':
      return { what: say('work.giveProfile', { person, profile: detail ?? '' }), place: profiles };
    case 'member_remove':
      return { what: say('work.takeProfile', { person, profile: detail ?? '' }), place: profiles };
    case 'profile_put':
      return {
        what: describeProfile(label, { before: item.before, write: task.write, after: item.after }, doors),
        place: profiles,
      };
  }
}

/** The name with the employee number, if there is one, because names repeat. */
const withNumber = ({ label, reference, person_id }: Item): string | Sentence =>
  reference === person_id || reference === '' ? label : say('work.person', { name: label, number: reference });

const fields = ['first_name', 'surname', 'email', 'employee_id'] as const;

function describeUpdate(item: Item, { email }: KeySystemPerson): Sentence {
  const { before, after } = item;
  const isBack = before?.active === false;
  const changes = fields
    .filter((field) => before && field in before)
    .map((field) =>
      say('work.fieldBecomes', {
        field: say(`work.fields.${field}`),
        before: quoted(before?.[field]),
        after: quoted(after?.[field]),
      }),
    );
  const person = withNumber(item);
  if (!isBack) return say('work.changePerson', { person, changes });
  if (changes.length > 0) return say('work.reactivateAndChangePerson', { person, changes });
  return email ? say('work.reactivatePersonWithEmail', { person, email }) : say('work.reactivatePerson', { person });
}

const quoted = (value: unknown): Sentence =>
  value === null || value === undefined || value === ''
    ? say('work.empty')
    : say('work.value', { value: String(value) });
