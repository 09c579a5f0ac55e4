type Listening = { host: string; port: number };

/** Where the server answers on this machine, as an address for people and programs. One that listens everywhere does so as `everywhere`. */
export function ownAddress({ host, port }: Listening, everywhere = 'localhost'): string {
  const shown = host === '0.0.0.0' || host === '::' ? everywhere : host.includes(':') ? `[${host}]` : host;
  return `http://${shown}:${port}`;
}
