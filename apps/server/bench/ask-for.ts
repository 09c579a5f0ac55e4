import { Agent, request } from 'undici';

const roundMs = 3_000;
const clients = 8;

/** Processor time is of the whole process, database and client included. It differs little when others use the machine. */
export type Round = { perSecond: number; cpuMs: number; p99Ms: number };

/** Eight clients ask for the same again and again for three seconds; `url` may vary from one request to the next. */
export async function askFor(url: string | ((i: number) => string), token = ''): Promise<Round> {
  const began = process.cpuUsage();
  const dispatcher = new Agent({ connections: clients });
  const end = performance.now() + roundMs;
  let answered = 0;
  const took: number[] = [];
  const client = async () => {
    while (performance.now() < end) {
      const asked = performance.now();
      const address = typeof url === 'string' ? url : url(answered);
      const { statusCode, body } = await request(address, {
        dispatcher,
        headers: { authorization: `Bearer ${token}` },
      });
      await body.dump();
      took.push(performance.now() - asked);
      if (statusCode !== 200) throw new Error(`${address} answered ${statusCode}`);
      answered++;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  await dispatcher.close();
  const { user, system } = process.cpuUsage(began);
  return {
    perSecond: answered / (roundMs / 1_000),
    cpuMs: (user + system) / 1_000 / answered,
    p99Ms: quantile(took, 0.99),
  };
}

export const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
