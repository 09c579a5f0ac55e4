import { access, keyPlans, locations } from '@key2xs/contract';
import { useQueries } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage, serve } from '../../test/render';
import { differenceQuery, evaluationQuery, peopleListOf, whoQuery } from './access';
import { useUpdateKeyPlan } from './key-plans';
import { useUpdateLocation } from './locations';
import { recordsQuery } from './records';

const idOf = (at: number) => `01900000-0000-7000-8000-0000000000${at}`;
const [placeId, planId, doorId, personId, otherId, sourceId] = [21, 22, 23, 24, 25, 26].map(idOf) as string[];
const asked = { of: 'cylinder', id: doorId ?? '' } as const;
const people = peopleListOf(asked);

/** Shows who may open a door, one person's doors, and how two people differ. */
function Shown({ onChange }: { onChange: () => void }) {
  const shown = useQueries({
    queries: [
      whoQuery(asked),
      recordsQuery(people.list, { params: people.params, query: {} }),
      evaluationQuery(sourceId ?? '', personId ?? ''),
      differenceQuery({ person_id: personId ?? '', other_id: otherId ?? '' }),
    ],
  });
  const isSettled = shown.every(({ isFetched }) => isFetched);
  return (
    isSettled && (
      <button type="button" onClick={onChange}>
        Change
      </button>
    )
  );
}

function MovesPlace() {
  const { mutate } = useUpdateLocation();
  const place = { id: placeId ?? '', version: 4 };
  return <Shown onChange={() => mutate({ place, changes: { parent_id: null } })} />;
}

function ActivatesPlan() {
  const { mutate } = useUpdateKeyPlan();
  const plan = { id: planId ?? '', version: 4 };
  return <Shown onChange={() => mutate({ plan, changes: { is_active: true } })} />;
}

// What the calls answer does not matter here: queries are refetched after a failure too.
it.each([
  ['moving a place', MovesPlace, locations.update],
  ['activating a plan', ActivatesPlan, keyPlans.update],
])('refetches who may open what after %s', async (_how, Page, change) => {
  serve(change, 'version_conflict');
  const reads = [access.who, access.doorPeople, access.evaluate, access.difference].map(
    (read) => serve(read, 'not_found').received,
  );
  const { user } = await renderPage(<Page />);
  await user.click(await screen.findByRole('button', { name: 'Change' }));
  await expect.poll(() => reads.map(({ length }) => length)).toEqual([2, 2, 2, 2]);
});
