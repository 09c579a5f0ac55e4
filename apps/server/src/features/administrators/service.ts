export { getAccount, rightsOf } from './accounts';
export { getAdministrator } from './get-administrator';
export { lockAdministrators, placesAboveFor, refuseGrant, startGranting } from './granting';
export { moveAdminScopes } from './move-scopes';
export { namedScope } from './named-scope';
export { resolveRights } from './resolve-rights';
export { administratorsState } from './state';
export { getManaged } from './suspend';
export { writeRights } from './write-rights';
