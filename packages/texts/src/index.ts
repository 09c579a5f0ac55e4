export * from './areas';
export * from './format';
export * from './list-formats';
export * from './sentence';
