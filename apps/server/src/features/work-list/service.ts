export { placeWork, settleWork } from './place-work';
export { listOpenRemovals } from './queries';
export { tickWorkList } from './tick';
