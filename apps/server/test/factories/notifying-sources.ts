import type { TestApp } from '#test/app';
import { NotifyingSource } from '#test/notifying-source';
import type { Pager } from '#test/pager';
import { kindOfJob, runNow } from '#test/run-jobs';
import { pullSourceJob } from '../../src/features/source-webhooks/job-name';
import { keepSubscriptions } from '../../src/features/source-webhooks/keep-subscriptions';
import { wantWebhook } from '../../src/features/source-webhooks/service';
import { aPager } from './called-sources';

/** A called source with change notifications, on the machine of this server. */
export async function aNotifyingPager(app: TestApp): Promise<{ id: string; pager: Pager; source: NotifyingSource }> {
  const { id, pager } = await aPager(app);
  const source = new NotifyingSource();
  Object.assign(pager.driver, { subscriptions: source.subscriptions });
  app.deps.config.port = Number(new URL(app.url).port);
  const configuration_data = JSON.stringify({ endpoints: 'those of the sandbox' });
  await app.db.updateTable('iam_connection').set({ configuration_data }).where('id', '=', id).execute();
  return { id, pager, source };
}

/** The same, imported once and subscribed; the initial nudge is removed. */
export async function aSubscribedPager(app: TestApp) {
  const notifying = await aNotifyingPager(app);
  await app.db
    .updateTable('iam_connection')
    .set({ first_imported_at: new Date() })
    .where('id', '=', notifying.id)
    .execute();
  await app.db.transaction().execute((tx) => wantWebhook(tx, app.deps, notifying.id, true));
  await keepSubscriptions(app.deps);
  await forgetChanges(app);
  return notifying;
}

/** Removes all reports of sources. */
export async function forgetChanges({ db }: TestApp): Promise<void> {
  await db.deleteFrom('source_nudge').execute();
  await db.deleteFrom('job').where('kind', '=', pullSourceJob).execute();
}

/** Processes the pull of a source like a worker. @returns whether a run was started */
export async function pullNow(app: TestApp, id: string): Promise<boolean> {
  const runs = () => app.db.selectFrom('sync_task').select('id').where('subject_id', '=', id).execute();
  const before = (await runs()).length;
  await runNow(app, kindOfJob(app, pullSourceJob), id);
  return (await runs()).length > before;
}
