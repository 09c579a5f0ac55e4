import { request } from 'undici';

const lookEveryMs = 10;

/** Asks whether the server is well, again and again, until `end` answers how many milliseconds each answer took. */
export function watchHealth(url: string) {
  const times: number[] = [];
  let isOver = false;
  const look = async () => {
    while (!isOver) {
      const began = performance.now();
      const { body } = await request(`${url}/healthz`);
      await body.dump();
      times.push(performance.now() - began);
      await new Promise((done) => setTimeout(done, lookEveryMs));
    }
  };
  const looking = look();
  return {
    end: async () => {
      isOver = true;
      await looking;
      return times;
    },
  };
}
