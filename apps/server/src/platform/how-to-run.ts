/** How the operator runs a command: by the launcher of an installed release, or by npm in the repository. */
export function howToRun(command: string, args = ''): string {
  if (process.env.KEY2XS_LAUNCHER) return `key2xs ${command.replace(':', '-')}${args && ` ${args}`}`;
  return `npm run ${command}${args && ` -- ${args}`}`;
}
