import { cliqWebManager } from './cliq-web-manager/driver';

/** Every key system we can speak to, by the `system_type` of its connection. */
export const keySystemDrivers = { CLIQ_WEB_MANAGER: cliqWebManager };
