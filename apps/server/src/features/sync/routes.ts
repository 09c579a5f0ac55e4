import { profileSync, sync } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps, Tx } from '#platform/deps';
import { route } from '#platform/http/route';
import type { TaskRow } from '#platform/schema/schema';
import { abandonChangeSet } from '../change-sets/service';
import { abandonRun } from '../generator/service';
import { getPlanOfProfile, refuseUnlinkedKeySystem } from '../plans/service';
import { cancelTask, presentTask } from '../tasks/service';
import { startSync } from './service';

export function syncRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, sync.start, async ({ caller, body }) => presentStarted(await startSync(deps, caller, body)));
  const stopRun = abandonRun(deps);
  const abandon = (tx: Tx, task: TaskRow) => (task.kind === 'generator' ? stopRun : abandonChangeSet)(tx, task);
  route(app, deps, sync.cancel, async ({ caller, params, reader }) =>
    presentTask(await cancelTask(deps, caller, params.task_id, abandon), reader.language),
  );
  route(app, deps, profileSync.ofKeyPlan, async ({ caller, reader, params }) => {
    await refuseUnlinkedKeySystem(reader, params);
    const [task] = await startSync(deps, caller, targetOf(params));
    return presentTask(task);
  });
  route(app, deps, profileSync.ofProfile, async ({ caller, reader, params }) => {
    const keyplan_id = await getPlanOfProfile(reader, params.profile_id);
    await refuseUnlinkedKeySystem(reader, { ...params, keyplan_id });
    const [task] = await startSync(deps, caller, targetOf(params));
    return presentTask(task);
  });
}

const targetOf = ({ key_system_connection_id }: { key_system_connection_id: string }) => ({
  target_key_system_connection_id: key_system_connection_id,
});

const presentStarted = (tasks: readonly [TaskRow, ...TaskRow[]]) => ({
  ...presentTask(tasks[0]),
  tasks: tasks.map(({ id: task_id, title, subject_id }) => ({
    task_id,
    title,
    key_system_connection_id: subject_id,
  })),
});
