import { audit, changeSets, keySystems, people, type SandboxPeers, type SyncTask, sync } from '@key2xs/contract';
import { compareLists, loadLists } from '../lib/data/lists';
import { compareWithRules, foreignBundle, type StoryRule } from '../lib/key-system';
import { type Product, startProduct } from '../lib/product';
import {
  activatePlan,
  addDepartmentRule,
  addJobFunctionRule,
  addKeySystem,
  addPlan,
  addSource,
  findGroups,
  latestInventory,
  runImport,
  runSync,
  sandboxPeer,
  upload,
} from '../lib/scenario';
import { draftAndRestore } from './draft-and-restore';
import { check, count, seconds, step } from './report';

const cityFigures = { people: 32_812, joiner: 6_882, leaver: 8_635, mover: 6_454 };
const weekdays = { days: [1, 2, 3, 4, 5], from: '07:00', to: '19:00' };
const fire: StoryRule = { name: 'Fire, all stations', speaksOf: (row) => row.department === 'FIRE' };
const librarians: StoryRule = { name: 'Librarians II', speaksOf: (row) => row.jobTitle === 'LIBRARIAN II' };
const police: StoryRule = { name: 'Police, headquarters', speaksOf: (row) => row.department === 'POLICE' };

type Peer = SandboxPeers['key_system'];
type Lists = Awaited<ReturnType<typeof loadLists>>;
/** Results of earlier steps that later ones need. */
export type Scene = { product: Product; lists: Lists; sourceId: string; systemId: string; planId: string; peer: Peer };

export async function runStory(folder: string, options: { isSmall: boolean }): Promise<void> {
  const lists = await loadLists(options);
  step(lists.isCity ? 'On the city data.' : 'On the small list of the project.');
  const began = performance.now();
  const product = await startProduct(folder);
  step(`0. started on an empty data folder in ${seconds(began)} at ${product.url}`);
  const credentials = product.credentials;
  if (!credentials) throw new Error('the first start printed no credentials');
  await product.signIn(credentials.username, credentials.password);

  const sourceId = await importFirst(product, lists);
  const { systemId, peer } = await connectKeySystem(product);
  const planId = await writePlan(product, sourceId, systemId);
  const scene = { product, lists, sourceId, systemId, planId, peer };
  await previewAndSync(scene);
  await draftAndRestore(scene, [fire, librarians]);
  await importSecond(scene);
  const restarted = await killInTheMiddle(scene, () => startProduct(folder), credentials);
  await verifyAudit(restarted);
  await restarted.kill();
}

async function importFirst(product: Product, { first, isCity }: Lists): Promise<string> {
  const id = await addSource(product, 'City staff list');
  await upload(product, id, first);
  let began = performance.now();
  const imported = await runImport(product, id);
  const created = imported.result?.counts.joiner ?? 0;
  step(`1. first list: ${count(created)} created in ${seconds(began)}`);
  check('everyone is created', created === first.rows.size && (!isCity || created === cityFigures.people), imported);

  const newest = () => product.must(people.list, { query: { sort: '-updated_at', limit: 1 } });
  const before = await newest();
  await upload(product, id, first);
  began = performance.now();
  const again = await runImport(product, id);
  const { joiner = -1, mover = -1, update = -1, leaver = -1 } = again.result?.counts ?? {};
  step(`   the same list again: ${joiner} created, ${mover + update + leaver} changed in ${seconds(began)}`);
  check('nothing is created or changed', joiner === 0 && mover + update + leaver === 0, again);
  const after = await newest();
  const isUntouched = after.items[0]?.updated_at === before.items[0]?.updated_at && after.total === created;
  check('no person row is written', isUntouched);
  return id;
}

async function connectKeySystem(product: Product): Promise<{ systemId: string; peer: Peer }> {
  const peer = await sandboxPeer(product);
  const foreign = { ...peer, client_certificate_bundle_pem: await foreignBundle(peer) };
  const wrong = await addKeySystem(product, 'Wrong certificate', foreign);
  step(`2. a wrong certificate: ${wrong.status} – ${wrong.status_message}`);
  check('a wrong certificate is an error with a reason', wrong.status === 'ERROR' && wrong.status_message.length > 20);
  await product.must(keySystems.remove, { params: { id: wrong.id } });
  const right = await addKeySystem(product, 'CLIQ Head office', peer);
  check('the sandbox is active', right.status === 'ACTIVE', right);
  const { result } = await latestInventory(product);
  step(
    `   the sandbox: ${right.status}, ${result?.counts.cylinders} cylinders in ${result?.counts.cylinder_groups} groups`,
  );
  return { systemId: right.id, peer };
}

async function writePlan(product: Product, sourceId: string, systemId: string): Promise<string> {
  const { planId, profileId, libraries } = await addPlan(product, { sourceId, systemId });
  const place = { sourceId, planId };
  const stations = (await findGroups(product, 'Fire stations')).filter(({ name }) => name === 'Fire stations');
  const fireRule = await addDepartmentRule(product, place, {
    name: fire.name,
    departments: ['Fire'],
    objects: stations.map(({ id }) => ({ object_type: 'cylinder_group', object_identifier: id })),
  });
  const libraryRule = await addJobFunctionRule(product, place, {
    name: librarians.name,
    job_titles: ['Librarian II'],
    objects: [{ object_type: 'access_profile', object_identifier: profileId }],
    time_restrictions: [weekdays],
  });
  await activatePlan(product, planId);
  const doors = stations.reduce((sum, group) => sum + group.cylinders, 0);
  step(`3. a plan: FIRE (${count(fireRule.people)}) opens the ${doors} doors of 'Fire stations',`);
  step(
    `   LIBRARIAN II (${libraryRule.people}) the doors of ${libraries.length} library groups on weekdays 07:00-19:00`,
  );
  return planId;
}

const total = (task: SyncTask) => Object.values(task.result?.counts ?? {}).reduce((sum, n) => sum + n, 0);

async function previewAndSync({ product, lists, systemId, peer }: Scene): Promise<void> {
  const preview = await runSync(product, systemId, true);
  check('the dry run is stored', preview.result?.outcome === 'previewed' && preview.change_set_id !== null, preview);
  const untouched = await compareWithRules(peer, [], []);
  check('a dry run writes nothing', untouched.found === 0, untouched);
  const began = performance.now();
  const synced = await runSync(product, systemId);
  check('the sync succeeds', synced.status === 'SUCCESS', synced);
  const compared = await compareWithRules(peer, [fire, librarians], lists.first.rows.values());
  check('the sandbox equals the rules', compared.wrong.length === 0, compared.wrong);
  step(
    `4. dry run: ${count(total(preview))} changes; sync: ${count(compared.found)} of ${count(compared.reached)} persons in the sandbox, each with the right profile, in ${seconds(began)}`,
  );
  const again = await runSync(product, systemId);
  step(`   sync again: ${total(again)} changes`);
  check('there is nothing to do', again.result?.outcome === 'nothing_to_do' && total(again) === 0, again);
}

async function importSecond({ product, lists, sourceId, systemId, peer }: Scene): Promise<void> {
  const { first, second, isCity } = lists;
  await upload(product, sourceId, second);
  const task = await runImport(product, sourceId);
  const id = task.change_set_id ?? '';
  const { counts, guards, state } = await product.must(changeSets.get, { params: { id } });
  const { joiner = 0, leaver = 0, mover = 0, update = 0, unchanged = 0 } = counts;
  const expected = compareLists(first, second);
  step(
    `5. second list: ${count(joiner)} joiners, ${count(leaver)} leavers, ${count(mover)} movers, ${update} other updates, ${count(unchanged)} unchanged`,
  );
  const isEqual = JSON.stringify(expected) === JSON.stringify({ joiner, leaver, mover, update, unchanged });
  check('the figures are those of the lists', isEqual, { expected, counts });
  const isAsPublished = joiner === cityFigures.joiner && leaver === cityFigures.leaver && mover === cityFigures.mover;
  check('the figures are those of the city', !isCity || isAsPublished, counts);
  check('the guard stops it', state === 'quarantined' && task.result?.outcome === 'quarantined', task);
  step(`   the guard: ${guards.map((g) => `${g.reason}, ${g.percent} % over ${g.limit_percent} %`).join('; ')}`);
  const reason = 'Four years between the lists';
  const allowed = await product.must(changeSets.allowOnce, { params: { id }, body: { reason } });
  const applied = await product.ended(allowed.task_id);
  check('it is applied after "allow once"', applied.status === 'SUCCESS', applied);

  const began = performance.now();
  let synced = await runSync(product, systemId);
  if (synced.result?.outcome === 'quarantined') {
    step('   the guard of the key system stops the sync too; allowed once');
    const params = { id: synced.change_set_id ?? '' };
    const again = await product.must(changeSets.allowOnce, { params, body: { reason: 'Follows from the list above' } });
    synced = await product.ended(again.task_id);
  }
  check('the sync succeeds', synced.status === 'SUCCESS', synced);
  const compared = await compareWithRules(peer, [fire, librarians], second.rows.values());
  check('the sandbox equals the rules', compared.wrong.length === 0, compared.wrong);
  step(`   applied and synced in ${seconds(began)}: ${count(compared.found)} persons, the sandbox equals the rules`);
}

async function killInTheMiddle(
  { product, lists, sourceId, planId, systemId, peer }: Scene,
  restart: () => Promise<Product>,
  credentials: { username: string; password: string },
): Promise<Product> {
  const [headquarters] = await findGroups(product, 'Police');
  if (!headquarters) throw new Error('the sandbox has no police doors');
  await addDepartmentRule(
    product,
    { sourceId, planId },
    {
      name: police.name,
      departments: ['Police'],
      objects: [{ object_type: 'cylinder_group', object_identifier: headquarters.id }],
    },
  );
  const body = { target_key_system_connection_id: systemId };
  const { task_id } = await product.must(sync.start, { body });
  const isHalfWay = (task: SyncTask) => task.phase === 'applying' && task.done > task.total / 10;
  const killed = await product.ended(task_id, isHalfWay);
  await product.kill();
  step(`6. killed (-9) at ${count(killed.done)} of ${count(killed.total)} changes`);
  check('it was in the middle', killed.status === 'RUNNING' && killed.done < killed.total, killed);
  const began = performance.now();
  const restarted = await restart();
  await restarted.signIn(credentials.username, credentials.password);
  const task = await restarted.ended(task_id);
  check('the task ends well', task.status === 'SUCCESS', task);
  const rows = lists.second.rows.values();
  const compared = await compareWithRules(peer, [fire, librarians, police], rows);
  check('the sandbox equals the rules', compared.wrong.length === 0, compared.wrong);
  step(
    `   started again; the task ends ${task.status} ${seconds(began)} later with ${count(compared.found)} persons, the sandbox equals the rules`,
  );
  return restarted;
}

async function verifyAudit(product: Product): Promise<void> {
  const body = await product.must(audit.verify, {});
  check('the audit chain holds', body.ok && body.problems.length === 0 && body.checked > 0, body);
  step(`7. the audit chain: ${body.checked} events verified, head ${body.head.hash.slice(0, 16)}…`);
}
