import { cliqWebManager } from './cliq-web-manager/driver';

/** All supported key systems, by the `system_type` of the connection. */
export const keySystemDrivers = { CLIQ_WEB_MANAGER: cliqWebManager };
