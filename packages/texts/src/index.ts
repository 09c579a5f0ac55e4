export * from './areas';
export type { Areas } from './english';
export * from './format';
export * from './list-formats';
export * from './placeholders';
export * from './sentence';
export * from './window-words';
