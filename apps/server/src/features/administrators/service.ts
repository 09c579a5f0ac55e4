export { namedScope } from './named-scope';
