import { expect, test } from 'vitest';
import { access } from '../key-plans/access/access';
import { keyPlans } from '../key-plans/key-plans';
import { floorPlans } from '../key-systems/floor-plans';
import { peopleList } from '../people/people';
import { profile } from '../people/profile';
import { auth } from '../people/sign-in/auth';
import { isClosedToViews } from './closed-to-views';

test('a view changes and downloads nothing, but reads and ends', () => {
  const closed = [keyPlans.update, auth.refresh, peopleList.csv, profile.download];
  const open = [peopleList.page, access.evaluate, auth.logout, auth.createStreamTicket, auth.login, floorPlans.picture];
  expect([...closed, ...open].filter(isClosedToViews)).toEqual(closed);
});
