export { describeDrift } from './describe-drift';
