export { AddressRefused } from './address-refused';
export { boundLookUp } from './bound-look-up';
export * from './called-source-driver';
export { keepTrust, readCertificateBundle } from './certificates/certificate-bundle';
export { DriverError, type DriverErrorKind } from './driver-error';
export * from './identity-source-driver';
export { inspectRoute, pinnedTo } from './inspect-https';
export * from './key-system-driver';
export { keySystemDrivers } from './registry';
