import {
  access,
  changeSets,
  drift,
  type Endpoint,
  keyPlans,
  locations,
  overview,
  people,
  peopleList,
  renames,
  workList,
} from '@key2xs/contract';
import { useQueries, useQuery } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage, serve } from '../../../test/render';
import { useAcceptDrift } from '../key-systems/drift';
import { useUpdateLocation } from '../key-systems/locations';
import { useMarkWorkDone } from '../key-systems/work-list';
import { overviewQuery } from '../overview';
import { differenceQuery, evaluationQuery, peopleListOf, whoQuery } from '../people/access';
import { useUpdateKeyPlan } from '../plans/key-plans';
import { useDecideRenames } from '../sources/renames';
import { useApplyChangeSet } from '../tasks/change-sets';
import { recordsQuery } from './records';
import { refetch } from './refetching';

const idOf = (at: number) => `01900000-0000-7000-8000-0000000000${at}`;
const id = idOf(20);
const pair = { person_id: idOf(24), other_id: idOf(25) };
const asked = { of: 'cylinder', id } as const;
const openedBy = peopleListOf(asked);

/** Shows people, the overview, who may open a door, one person's doors, and the difference between two people. */
function Shown({ onChange }: { onChange: () => void }) {
  const shown = useQueries({
    queries: [
      recordsQuery(peopleList, { params: undefined, query: {} }),
      overviewQuery,
      whoQuery(asked),
      recordsQuery(openedBy.list, { params: openedBy.params, query: {} }),
      evaluationQuery(id, pair.person_id),
      differenceQuery(pair),
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

const reads = {
  people: [people.list],
  overview: [overview.get],
  access: [access.who, access.doorPeople, access.evaluate, access.difference],
};

type Case = {
  of: string;
  call: Endpoint;
  useChange: () => () => void;
  /** What is refetched; nothing else is. */
  again: (keyof typeof reads)[];
};

const cases: Case[] = [
  {
    of: 'moving a place',
    call: locations.update,
    useChange: () => {
      const { mutate } = useUpdateLocation();
      return () => mutate({ place: { id, version: 4 }, changes: { parent_id: null } });
    },
    again: ['overview', 'access'],
  },
  {
    of: 'activating a plan',
    call: keyPlans.update,
    useChange: () => {
      const { mutate } = useUpdateKeyPlan();
      return () => mutate({ plan: { id, version: 4 }, changes: { is_active: true } });
    },
    again: ['overview', 'access'],
  },
  {
    of: 'deciding renames',
    call: renames.decide,
    useChange: () => {
      const { mutate } = useDecideRenames(id);
      return () => mutate({ version: 4, decisions: [{ finding_id: id, decision: 'not_a_rename' }] });
    },
    again: ['people', 'overview', 'access'],
  },
  {
    of: 'accepting drift',
    call: drift.accept,
    useChange: () => {
      const { mutate } = useAcceptDrift();
      return () => mutate({ body: { ids: [id] } });
    },
    again: ['overview', 'access'],
  },
  {
    of: 'ticking work',
    call: workList.markDone,
    useChange: () => {
      const { mutate } = useMarkWorkDone();
      return () => mutate({ body: { ids: [id] } });
    },
    again: ['people', 'overview', 'access'],
  },
  {
    of: 'applying a change set',
    call: changeSets.apply,
    useChange: () => {
      const { mutate } = useApplyChangeSet();
      return () => mutate(id);
    },
    again: ['people', 'overview', 'access'],
  },
];

// The answers do not matter here: queries are also refetched after a failure, which may have changed something.
it.each(cases)('refetches after $of what it changes', async ({ call, useChange, again }) => {
  serve(call, 'conflict');
  const received = Object.entries(reads).flatMap(([of, endpoints]) =>
    endpoints.map((one) => ({ of, calls: serve<Endpoint>(one, 'not_found').received })),
  );
  const Page = () => <Shown onChange={useChange()} />;
  const { user } = await renderPage(<Page />);
  await user.click(await screen.findByRole('button', { name: 'Change' }));
  const expected = received.map(({ of }) => ((again as string[]).includes(of) ? 2 : 1));
  await expect.poll(() => received.map(({ calls }) => calls.length)).toEqual(expected);
});

it('refetches what was being fetched for the first time during the change', async () => {
  let answerFirst = () => {};
  const first = new Promise<void>((resolve) => {
    answerFirst = resolve;
  });
  let count = 0;
  serve(overview.get, async () => {
    count += 1;
    await first;
    return 'not_found' as const;
  });
  const Page = () => <p>{useQuery(overviewQuery).error?.message}</p>;
  const { client } = await renderPage(<Page />);
  await expect.poll(() => count).toBe(1);
  const done = refetch(client, ['overview']);
  answerFirst();
  await act(() => done);
  expect(count).toBe(2);
});
