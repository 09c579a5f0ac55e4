export { type CliqSandbox, startCliqSandbox } from './cliq-web-manager/sandbox';
