export * from './areas';
export * from './format';
