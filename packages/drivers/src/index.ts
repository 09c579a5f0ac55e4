export { boundLookUp } from './bound-look-up';
export * from './called-source-driver';
export { inheritTrustAnchors, readCertificateBundle } from './certificates/certificate-bundle';
export {
  AddressRefused,
  DriverError,
  type DriverErrorKind,
  findProxyFailure,
  ProxyFailure,
  type ProxyProblem,
} from './driver-error';
export { microsoft } from './entra-id/configuration';
export { type EntraDirectory, entraId } from './entra-id/driver';
export { EntraError } from './entra-id/entra-error';
export { consentAddress, readConsentAnswer } from './entra-id/set-up/consent';
export { missingPermissions } from './entra-id/set-up/permissions';
export * from './identity-source-driver';
export { inspectRoute, pinnedTo } from './inspect-https';
export * from './key-system-driver';
export { keySystemDrivers } from './registry';
export { createHttpClient } from './transport/http-client';
