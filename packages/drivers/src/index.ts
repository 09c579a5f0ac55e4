export { AddressRefused } from './address-refused';
export { boundLookUp } from './bound-look-up';
export * from './called-source-driver';
export {
  type ApplicationCertificate,
  type ReadApplicationCertificate,
  readApplicationCertificate,
} from './certificates/application-certificate';
export { keepTrust, readCertificateBundle } from './certificates/certificate-bundle';
export { DriverError, type DriverErrorKind } from './driver-error';
export { EntraIdConfiguration, microsoft } from './entra-id/configuration';
export { type EntraDirectory, entraId } from './entra-id/driver';
export { EntraError } from './entra-id/entra-error';
export { consentAddress, readConsentAnswer } from './entra-id/set-up/consent';
export { missingPermissions } from './entra-id/set-up/permissions';
export * from './identity-source-driver';
export { inspectRoute, pinnedTo } from './inspect-https';
export * from './key-system-driver';
export { keySystemDrivers } from './registry';
export * from './source-subscriptions';
