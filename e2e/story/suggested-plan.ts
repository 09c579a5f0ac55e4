import { cylinders, generator, keySystems, planVersions, suggestions } from '@key2xs/contract';
import { enterAccess, opensByRecord } from '../lib/data/hand-entered-access';
import { loadLists } from '../lib/data/lists';
import { type Product, startProduct } from '../lib/product';
import { addStaff, connectKeySystem, runSync, sandboxPeer } from '../lib/scenario';
import { check, count, seconds, step } from './report';

/**
 * Access that has grown by hand in the key system is found again as rules, drafted, previewed, activated and synced. In the
 * end everybody opens the doors that they opened before.
 */
export async function runSuggestedPlan(folder: string, options: { isSmall: boolean }): Promise<void> {
  const { first, isCity } = await loadLists(options);
  step(isCity ? 'On the city data.' : 'On the small list of the project.');
  const product = await startProduct(folder);
  const { username = '', password = '' } = product.credentials ?? {};
  await product.signIn(username, password);
  await addStaff(product, 'Staff list', first);
  const peer = await sandboxPeer(product);
  const systemId = await connectKeySystem(product, 'CLIQ Head office', peer);
  const page = await product.must(cylinders.list, { query: { limit: 200 } });
  const doors = page.items.map(({ external_id }) => external_id);
  let began = performance.now();
  const entered = await enterAccess(folder, [...first.rows.values()], doors, { missing: 1, extra: 2 });
  step(`1. by hand: ${count(entered.profiles)} profiles in ${seconds(began)}`);
  await readAgain(product, systemId);
  const before = await opensByRecord(peer);

  began = performance.now();
  const started = await product.must(generator.start, {
    body: { source: { kind: 'recorded', key_system_connection_id: systemId } },
  });
  await product.ended(started.task_id ?? '');
  const run = await product.must(generator.read, { params: { id: started.id } });
  const { figures } = run;
  if (!figures) throw new Error(`the run has no result: ${JSON.stringify(run)}`);
  const sum = figures.by_rules + figures.by_profiles + figures.on_request + figures.single;
  step(
    `2. ${count(figures.rights)} rights of ${count(run.input?.people ?? 0)} people: ${figures.rules} rules, ${figures.profiles} profiles (${figures.lower_bound} at least), ${count(figures.single)} single rights, in ${seconds(began)}`,
  );
  check('the four places add up', sum === figures.rights, figures);
  const isReadable = figures.rules > 0 && figures.single < figures.rights / 20;
  check('rules and profiles explain all but one right in twenty', isReadable, figures);
  const params = { id: run.id };
  const { accepted, left } = await product.must(suggestions.acceptMany, { params, body: { min_confidence: 0.5 } });
  step(`3. ${accepted} suggestions accepted, ${left} left`);

  const { keyplan_id, rules, profiles, delta } = await product.must(suggestions.draft, {
    params,
    body: { name: 'Suggested from what is recorded' },
  });
  step(
    `4. a draft of ${rules} rules and ${profiles} profiles: ${delta.people_gaining} gain, ${delta.people_losing} lose`,
  );
  check('no one gains or loses by the draft', delta.rights_gained === 0 && delta.rights_lost === 0, delta);
  await product.must(planVersions.activate, { params: { keyplan_id }, body: { reason: 'Suggested and checked' } });
  const preview = await runSync(product, systemId, true);
  step(`5. preview of the sync: ${JSON.stringify(preview.result?.counts)}`);
  began = performance.now();
  const synced = await runSync(product, systemId);
  check('the sync succeeds', synced.status === 'SUCCESS' && synced.result?.outcome === 'applied', synced);
  const after = await opensByRecord(peer);
  const other = [...before].filter(([employee, opens]) => after.get(employee) !== opens);
  step(
    `   synced in ${seconds(began)}: ${count(before.size - other.length)} of ${count(before.size)} people open what they opened before`,
  );
  check('everybody opens what they opened before', other.length === 0 && after.size === before.size, other.slice(0, 3));
  const again = await runSync(product, systemId);
  check('there is nothing to do afterwards', again.result?.outcome === 'nothing_to_do', again);
  await product.kill();
}

/** Reads what was entered since. */
async function readAgain(product: Product, id: string): Promise<void> {
  const { task_id } = await product.must(keySystems.readInventory, { params: { id } });
  const read = await product.ended(task_id);
  check('the inventory is read', read.status === 'SUCCESS', read);
}
