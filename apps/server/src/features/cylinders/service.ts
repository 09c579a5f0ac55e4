export { listCylindersByIds, listGroupsByIds } from './queries';
