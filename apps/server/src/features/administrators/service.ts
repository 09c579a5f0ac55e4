export { getAccount, rightsOf } from './accounts';
export { getAdministrator } from './get-administrator';
export { lockAdministrators, placesAboveFor, refuseGrant, startGranting } from './granting';
export { moveAdminScopes } from './rights/move-scopes';
export { namedScope } from './rights/named-scope';
export { resolveRights } from './rights/resolve-rights';
export { writeRights } from './rights/write-rights';
export { administratorsState } from './state';
export { getManaged } from './suspend';
