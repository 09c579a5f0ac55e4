import { acts as cliqActs } from './cliq-web-manager/sandbox/control/acts';
import { scripts as cliqScripts } from './cliq-web-manager/sandbox/faults/scripts';
import { acts as entraActs } from './entra-id/sandbox/control/acts';
import { scripts as entraScripts } from './entra-id/sandbox/faults/scripts';
import { helpOf } from './sandbox-kit/control/command-line';

export { type CliqSandbox, startCliqSandbox } from './cliq-web-manager/sandbox';
export { type EntraSandbox, startEntraSandbox } from './entra-id/sandbox';
export { SandboxRefusal, sendCommand } from './sandbox-kit/control/send-command';

/** Those beside the key system, by the first word of their commands, which is their folder too. */
const sourceSandboxes: Readonly<Record<string, Parameters<typeof helpOf>[0] & { is: string }>> = {
  'entra-id': { is: 'Microsoft Entra ID', acts: entraActs, scripts: entraScripts },
};

export const isSandbox = (name: string | undefined): name is string =>
  name !== undefined && Object.hasOwn(sourceSandboxes, name);

/** The help text for all sandboxes. */
export const sandboxHelp = (): string =>
  [
    'npm run sandbox -- <command>             The key system that "npm start" has started',
    '',
    helpOf({ acts: cliqActs, scripts: cliqScripts }),
    ...Object.entries(sourceSandboxes).flatMap(([name, { is, ...commands }]) => [
      `${`npm run sandbox -- ${name} <command>`.padEnd(40)} The ${is} beside it`,
      '',
      helpOf(commands),
    ]),
  ].join('\n');
