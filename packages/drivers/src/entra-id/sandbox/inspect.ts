import { isOpen, presentSubscription } from './notifications/subscription';
import type { Running } from './running';

export const stateOf = ({ system, scripts, outbox, log }: Running) => ({
  is_sandbox: true,
  organisation: system.organisation,
  clock: system.clock.now().toISOString(),
  scripts: scripts.orders(),
  /** Calls since scripts were last switched. */
  calls: scripts.calls().length,
  logged: log.length,
  people: countPresent(system.directory.people),
  groups: countPresent(system.directory.groups),
  changes: system.directory.last(),
  applications: system.applications.changed().map(({ name, client_id, roles, certificates, is_secret_revoked }) => ({
    name,
    client_id,
    roles,
    certificates: certificates.length,
    is_secret_revoked,
  })),
  subscriptions: system.subscriptions
    .changed()
    .filter((subscription) => isOpen(subscription, system.clock.now()))
    .map(presentSubscription),
  notifications: { waiting: outbox.waiting() },
});

function countPresent({ total, at }: { total(): number; at(index: number): { gone: unknown } | undefined }) {
  const count = { there: 0, restorable: 0, gone: 0 };
  for (let index = 0; index < total(); index++) {
    const gone = at(index)?.gone;
    if (gone === null) count.there++;
    else if (gone === 'changed') count.restorable++;
    else count.gone++;
  }
  return count;
}
