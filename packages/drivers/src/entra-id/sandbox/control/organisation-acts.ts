import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { actsOn, Id } from '../../../sandbox-kit/control/act';
import type { Directory } from '../directory/directory';
import { presentPeople } from '../directory/find-objects';
import type { Person } from '../directory/objects';
import { loadPeople, readPeople } from '../directory/people-list';
import type { Running } from '../running';

const act = actsOn<Running>();

const PerCent = z.string().transform(Number).pipe(z.number().min(0).max(100));

/** Commands for many people at once. Each returns the number of affected people. */
export const organisationActs = {
  'rename-department': act(
    'Renames a department for everybody in it',
    { from: Id, to: Id },
    ({ system }, { from, to }) =>
      changeAll(system.directory, ({ department }) => (department === from ? { department: to } : undefined)),
  ),
  'rename-title': act(
    'Renames a job title for everybody who has it',
    { from: Id, to: Id },
    ({ system }, { from, to }) =>
      changeAll(system.directory, ({ jobTitle }) => (jobTitle === from ? { jobTitle: to } : undefined)),
  ),
  'swap-departments': act('Swaps the names of two departments', { one: Id, other: Id }, ({ system }, { one, other }) =>
    changeAll(system.directory, ({ department }) => {
      if (department === one) return { department: other };
      return department === other ? { department: one } : undefined;
    }),
  ),
  'split-department': act(
    'Spreads the people of a department evenly over these',
    { from: Id, into: z.array(Id).min(1) },
    ({ system }, { from, into }) => {
      let next = 0;
      return changeAll(system.directory, ({ department }) =>
        department === from ? { department: into[next++ % into.length] } : undefined,
      );
    },
  ),
  'merge-departments': act(
    'Moves everybody of these departments into one',
    { into: Id, from: z.array(Id).min(1) },
    ({ system }, { into, from }) =>
      changeAll(system.directory, ({ department }) =>
        from.includes(department ?? '') ? { department: into } : undefined,
      ),
  ),
  reorganise: act(
    'Moves that many per cent of all people into the department and the job title of another person',
    { per_cent: PerCent },
    ({ system }, { per_cent }) => {
      const { people } = system.directory;
      return changeAll(system.directory, (_, number) => {
        if (!isChosen(number, per_cent)) return undefined;
        const other = people.at((number * 7_919 + 13) % people.total());
        return other && { department: other.department, jobTitle: other.jobTitle };
      });
    },
  ),
  leavers: act(
    'Deletes so many per cent of all people, restorable',
    { per_cent: PerCent },
    ({ system }, { per_cent }) =>
      changeAll(system.directory, (_, number) => (isChosen(number, per_cent) ? leaving(system.directory) : undefined)),
  ),
  'empty-directory': act('Deletes everybody, restorable', {}, ({ system }) =>
    changeAll(system.directory, () => leaving(system.directory)),
  ),
  load: act(
    'Makes the directory hold exactly the people of a CSV file; people missing there are deleted, restorable',
    { path: Id },
    ({ system }, { path }) => loadPeople(system.directory, readPeople(readText(path))),
  ),
};

const leaving = ({ clock }: Directory) => ({ gone: 'changed', deletedDateTime: clock.now().toISOString() }) as const;

/** Deterministic and evenly spread. */
const isChosen = (number: number, perCent: number) =>
  Math.floor(((number + 1) * perCent) / 100) > Math.floor((number * perCent) / 100);

function changeAll(
  directory: Directory,
  changeOf: (person: Person, number: number) => Partial<Person> | undefined,
): { changed: number } {
  let changed = 0;
  for (const { person, number } of presentPeople(directory)) {
    const fields = changeOf(person, number);
    if (!fields) continue;
    directory.putPerson({ ...person, ...fields });
    changed++;
  }
  return { changed };
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new RangeError(`The file ${path} cannot be read.`);
  }
}
