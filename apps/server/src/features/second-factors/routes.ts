import { secondFactors, signInPolicy } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import {
  addOwnPasskey,
  confirmOwnTotp,
  createOwnRecoveryCodes,
  getSecondFactors,
  removePasskey,
  removeTotp,
  renamePasskey,
} from './own-factors';
import { creationOptions } from './passkeys';
import { getPolicy, savePolicy } from './policy';
import { requireRelyingParty } from './relying-party';
import { startTotp } from './totp-factor';

export function secondFactorRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, secondFactors.list, (call) => getSecondFactors(deps, call));
  route(app, deps, secondFactors.setUpTotp, ({ actor }) => startTotp(deps, actor));
  route(app, deps, secondFactors.confirmTotp, (call) => confirmOwnTotp(deps, call, call.body.code));
  route(app, deps, secondFactors.removeTotp, (call) => removeTotp(deps, call));
  route(app, deps, secondFactors.passkeyOptions, async ({ actor, origin }) => {
    const party = requireRelyingParty(deps, origin);
    return { options: await creationOptions(deps, actor, party, `add:${actor.proof.id}`) };
  });
  route(app, deps, secondFactors.addPasskey, (call) => addOwnPasskey(deps, call, call.body));
  route(app, deps, secondFactors.renamePasskey, (call) => renamePasskey(deps, call, { ...call.params, ...call.body }));
  route(app, deps, secondFactors.removePasskey, (call) => removePasskey(deps, call, call.params.id));
  route(app, deps, secondFactors.createRecoveryCodes, (call) => createOwnRecoveryCodes(deps, call));
  route(app, deps, signInPolicy.get, () => getPolicy(deps.db, deps.clock()));
  route(app, deps, signInPolicy.save, (call) => savePolicy(deps, call, call.body));
}
