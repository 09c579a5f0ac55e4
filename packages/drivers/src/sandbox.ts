import { acts as cliqActs } from './cliq-web-manager/sandbox/control/acts';
import { scripts as cliqScripts } from './cliq-web-manager/sandbox/faults/scripts';
import { acts as entraActs } from './entra-id/sandbox/control/acts';
import { scripts as entraScripts } from './entra-id/sandbox/faults/scripts';
import { helpOf } from './sandbox-kit/control/command-line';

export { type CliqSandbox, startCliqSandbox } from './cliq-web-manager/sandbox';
export { type EntraSandbox, startEntraSandbox } from './entra-id/sandbox';
export { SandboxRefusal, sendCommand } from './sandbox-kit/control/send-command';

/** The help text for both sandboxes. */
export const sandboxHelp = (): string =>
  [
    'npm run sandbox -- <command>             The key system that "npm start" has started',
    '',
    helpOf({ acts: cliqActs, scripts: cliqScripts }),
    'npm run sandbox -- entra-id <command>    The Microsoft Entra ID beside it',
    '',
    helpOf({ acts: entraActs, scripts: entraScripts }),
  ].join('\n');
