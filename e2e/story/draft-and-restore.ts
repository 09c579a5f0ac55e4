import { accessRules, changeSets, keyPlans, locations, planVersions } from '@key2xs/contract';
import type { Row } from '../lib/data/lists';
import { compareWithRules, type StoryRule } from '../lib/key-system';
import { runSync } from '../lib/scenario';
import { check, count, seconds, step } from './report';
import type { Scene } from './run-story';

/**
 * The places of the house, a rule about one of them in a draft, its preview, activation and sync, and the version before
 * written back.
 */
export async function draftAndRestore(scene: Scene, rules: readonly StoryRule[]): Promise<void> {
  const { product, lists, planId, systemId, peer } = scene;
  const params = { keyplan_id: planId };
  const place = await placeDoors(scene);
  const rows = [...lists.first.rows.values()];
  const { rule, jobTitle } = ruleAbout(rows);
  await product.must(keyPlans.update, { params: { id: planId }, body: { takes_effect: 'on_activation' } });
  const before = await product.must(keyPlans.get, { params: { id: planId } });
  await product.must(accessRules.create, {
    params,
    body: {
      name: rule.name,
      subject_match: 'all',
      subjects: [
        { subject_type: 'department', subject_identifier: 'Fire' },
        { subject_type: 'job_title', subject_identifier: jobTitle },
      ],
      objects: [{ object_type: 'location', object_identifier: place.id }],
    },
  });
  const idle = await runSync(product, systemId);
  check('a draft changes nothing in the key system', idle.result?.outcome === 'nothing_to_do', idle);

  let began = performance.now();
  const { effect } = await product.must(planVersions.compare, { params, query: {} });
  const people = rows.filter(rule.speaksOf).length;
  step(
    `4b. draft: FIRE and ${jobTitle} open the ${count(place.cylinders)} doors of '${place.name}': ${count(effect.people_gaining)} people would gain ${count(effect.rights_gained)} rights, ${effect.people_losing} lose some, ${count(effect.keys_to_update)} keys to update, ${effect.cylinders_to_visit} cylinders to visit; told in ${seconds(began)}`,
  );
  check('as many gain as the list has', effect.people_gaining === people && effect.people_losing === 0, effect);
  check('no person gains a door that does not exist', effect.rights_gained <= people * place.cylinders, effect);

  const reason = 'The engineers move in';
  const active = await product.must(planVersions.activate, { params, body: { reason } });
  check('nothing waits any more', active.pending_changes === 0, active);
  began = performance.now();
  await syncThrough(scene);
  const after = await compareWithRules(peer, [...rules, rule], rows);
  check('the sandbox equals the activated rules', after.wrong.length === 0, after.wrong);
  step(
    `    activated as version ${active.version_in_force}; synced in ${seconds(began)}: the sandbox equals the rules`,
  );

  await product.must(planVersions.restore, { params: { ...params, number: before.version_in_force }, body: {} });
  const back = await product.must(planVersions.compare, { params, query: {} });
  check('restoring takes back what was gained', back.effect.rights_lost === effect.rights_gained, back.effect);
  const body = { accept_losing: back.effect.people_losing, reason: 'They moved out again' };
  await product.must(planVersions.activate, { params, body });
  await syncThrough(scene);
  const restored = await compareWithRules(peer, rules, rows);
  check('the sandbox equals the rules of before', restored.wrong.length === 0, restored.wrong);
  await product.must(keyPlans.update, { params: { id: planId }, body: { takes_effect: 'at_once' } });
  step(
    `    version ${before.version_in_force} restored, activated and synced: ${count(back.effect.people_losing)} people lose what they had gained`,
  );
}

/** Confirms the tree that the location texts propose, and answers the widest place in it. */
async function placeDoors({ product }: Scene): Promise<{ id: string; name: string; cylinders: number }> {
  const { stamp } = await product.must(locations.proposal, {});
  const { made, placed } = await product.must(locations.confirmProposal, { body: { stamp } });
  const { places } = await product.must(locations.tree, {});
  const [widest] = places.filter(({ parent_id }) => parent_id === null).sort((a, b) => b.cylinders - a.cylinders);
  if (!widest) throw new Error('the sandbox has no location texts');
  step(`4a. places: ${count(made)} proposed from the location texts and confirmed, ${count(placed)} cylinders placed`);
  return widest;
}

/** The most frequent title of the fire department. */
function ruleAbout(rows: readonly Row[]): { rule: StoryRule; jobTitle: string } {
  const titles = new Map<string, number>();
  for (const row of rows) if (row.department === 'FIRE') titles.set(row.jobTitle, (titles.get(row.jobTitle) ?? 0) + 1);
  const [jobTitle = ''] = [...titles].sort((a, b) => b[1] - a[1])[0] ?? [];
  const speaksOf = (row: Row) => row.department === 'FIRE' && row.jobTitle === jobTitle;
  return { jobTitle, rule: { name: 'Fire, in the house', speaksOf } };
}

/** Syncs, and allows once what a guard stops. */
async function syncThrough({ product, systemId }: Scene): Promise<void> {
  const synced = await runSync(product, systemId);
  if (synced.result?.outcome !== 'quarantined') {
    check('the sync succeeds', synced.status === 'SUCCESS', synced);
    return;
  }
  const params = { id: synced.change_set_id ?? '' };
  const { task_id } = await product.must(changeSets.allowOnce, { params, body: { reason: 'As previewed' } });
  const allowed = await product.ended(task_id);
  check('the sync succeeds after "allow once"', allowed.status === 'SUCCESS', allowed);
}
