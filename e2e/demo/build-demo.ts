import { adminRoles, auth, invitations, keyPlans, locations } from '@key2xs/contract';
import { loadLists } from '../lib/data/lists';
import { movableClock } from '../lib/movable-clock';
import { type Product, startProduct } from '../lib/product';
import {
  activatePlan,
  addDepartmentRule,
  addJobFunctionRule,
  addPlan,
  addStaff,
  connectKeySystem,
  findGroups,
  importList,
} from '../lib/scenario';
import { growTown } from './people';
import { syncKeySystem } from './runs';
import { liveThroughWeek } from './weeks';

/** All there are; fewer are the last of these. */
export const allWeeks = 9;
const laterListInWeek = 5;
const dayMs = 86_400_000;
/** No one signs in with it: the person at the desk acts while the demo is made. */
const deskPassword = () => `${crypto.randomUUID()} ${crypto.randomUUID()}`;

export type Credentials = { username: string; password: string };

/** What the weeks go on with. */
export type Town = {
  product: Product;
  dataDir: string;
  systemId: string;
  placeIds: string[];
  planId: string;
  people: number;
  admin: Credentials;
  desk: Credentials;
};

type Options = { people: number; weeks: number; say: (line: string) => void };

export const demoEnv = {
  KEY2XS_DEMO: 'on',
  KEY2XS_SANDBOX: 'on',
  KEY2XS_SANDBOX_KEYS: '600',
  DATABASE_URL: '',
  KEY2XS_SMTP_URL: '',
  KEY2XS_MAIL_FROM: '',
  KEY2XS_PUBLIC_URL: '',
  KEY2XS_BACKUP_DIR: '',
};

/**
 * Fills an empty data folder: a product whose clock is some weeks behind lives through these weeks, and all that happens is
 * called over HTTP as an administrator would. So each record, time and audit event is the product's own.
 * @returns how the first administrator signs in
 */
export async function buildDemo(dataDir: string, { people, weeks, say }: Options): Promise<Credentials> {
  const clock = movableClock(dataDir);
  await clock.moveAhead(-weeks * 7 * dayMs);
  const product = await startProduct(dataDir, { env: { ...demoEnv, ...clock.env } });
  const admin = product.credentials;
  if (!admin) throw new Error('The folder of the demo is not empty.');
  await product.signIn(admin.username, admin.password);
  const { first, later } = growTown((await loadLists({ isSmall: true })).first, people);
  say(`Importing ${people.toLocaleString('en')} people…`);
  const sourceId = await addStaff(product, 'Town staff', { ...first });
  say('Reading doors and keys, writing key plans…');
  const systemId = await connectKeySystem(product, 'Town');
  const placeIds = await placeDoors(product);
  const planId = await writePlan(product, { sourceId, systemId });
  const desk = await addDesk(product);
  const town: Town = { product, dataDir, systemId, placeIds, planId, people, admin, desk };
  say('The first sync…');
  await syncKeySystem(product, systemId);
  const firstWeek = allWeeks - weeks;
  for (let week = firstWeek; week < allWeeks; week++) {
    say(`Week ${week + 1} of ${allWeeks}…`);
    await clock.moveAhead((week - allWeeks) * 7 * dayMs + dayMs);
    await product.signIn(admin.username, admin.password);
    if (week === Math.max(firstWeek, laterListInWeek)) {
      await importList(product, sourceId, later);
      await syncKeySystem(product, systemId);
    }
    await liveThroughWeek(town, week, async (days) => {
      await clock.moveAhead((week - allWeeks) * 7 * dayMs + (1 + days) * dayMs);
      await product.signIn(admin.username, admin.password); // the session before has ended meanwhile
    });
  }
  await product.kill('SIGTERM');
  return admin;
}

/** The places that location texts name. @returns those at the top */
async function placeDoors(product: Product): Promise<string[]> {
  const { stamp } = await product.must(locations.proposal, {});
  await product.must(locations.confirmProposal, { body: { stamp } });
  const { places } = await product.must(locations.tree, {});
  const sites = places.filter(({ parent_id }) => parent_id === null);
  for (const [index, { id }] of sites.entries()) {
    const protection_class = index % 4 === 0 ? 3 : 1;
    await product.must(locations.update, { params: { id }, body: { protection_class, time_zone: 'Europe/Berlin' } });
  }
  return sites.map(({ id }) => id);
}

async function writePlan(product: Product, links: { sourceId: string; systemId: string }): Promise<string> {
  const { planId, profileId } = await addPlan(product, links);
  const place = { sourceId: links.sourceId, planId };
  const weekdays = [{ days: [1, 2, 3, 4, 5], from: '07:00', to: '19:00' }];
  const groups = async (search: string) =>
    (await findGroups(product, search)).map(({ id }) => ({
      object_type: 'cylinder_group' as const,
      object_identifier: id,
    }));
  const titles = async (name: string, job_titles: string[], doors: string) =>
    addJobFunctionRule(product, place, {
      name,
      job_titles,
      objects: await groups(doors),
      time_restrictions: weekdays,
    });
  await titles('Paramedics: medical stores', ['PARAMEDIC'], 'medical stores');
  await titles('Firefighters: fire stations', ['FIREFIGHTER', 'LIEUTENANT'], 'Fire stations');
  await titles('Plumbers: water works', ['PLUMBER', 'CIVIL ENGINEER IV'], 'Water Works');
  await titles('Accountants: offices of City Hall', ['ACCOUNTANT II'], 'City Hall: offices');
  await addJobFunctionRule(product, place, {
    name: 'Librarians: all libraries',
    job_titles: ['LIBRARIAN I', 'LIBRARIAN II'],
    objects: [{ object_type: 'access_profile', object_identifier: profileId }],
    time_restrictions: weekdays,
  });
  await activatePlan(product, planId);
  await planNextYear(product, place, await groups('Police'));
  return planId;
}

/** A second plan, which is not in force. */
async function planNextYear(
  product: Product,
  { sourceId }: { sourceId: string },
  objects: { object_type: 'cylinder_group'; object_identifier: string }[],
): Promise<void> {
  const { id } = await product.must(keyPlans.create, {
    body: { name: 'Police headquarters', description: 'From next year on' },
  });
  const params = { keyplan_id: id };
  await product.must(keyPlans.linkIamConnections, { params, body: { connection_ids: [sourceId] } });
  const place = { sourceId, planId: id };
  await addDepartmentRule(product, place, { name: 'Police', departments: ['POLICE'], objects });
}

/** Who asks for keys at the desk, so that the administrator decides about requests of someone else. */
async function addDesk(product: Product): Promise<Credentials> {
  const role = await product.must(adminRoles.create, {
    body: {
      name: 'Key desk',
      functions: ['view_people', 'view_cylinders', 'request_keys', 'assign_keys', 'work_list'],
    },
  });
  const { invitation_token } = await product.must(invitations.invite, {
    body: { role: 'subadmin', role_ids: [role.id], name: 'Key desk', scope: null },
  });
  const desk = { username: 'key.desk', password: deskPassword() };
  await product.must(auth.register, { body: { ...desk, invitation_token } });
  return desk;
}
