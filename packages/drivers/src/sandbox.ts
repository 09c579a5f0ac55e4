export { type CliqSandbox, startCliqSandbox } from './cliq-web-manager/sandbox';
export { CommandError, readCommand, sandboxHelp } from './cliq-web-manager/sandbox/control/command';
export { controlFile, tokenHeader } from './cliq-web-manager/sandbox/control/control';
