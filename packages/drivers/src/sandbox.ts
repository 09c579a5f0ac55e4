export { type CliqSandbox, startCliqSandbox } from './cliq-web-manager/sandbox';
export { sandboxHelp } from './cliq-web-manager/sandbox/control/command-line';
export { SandboxRefusal, tellSandbox } from './cliq-web-manager/sandbox/control/tell-sandbox';
