export type Verdict = 'deliver' | 'delay' | 'drop';

export type SpeedCheck = {
  note(url: string, ms: number, notifications: number): void;
  verdict(url: string): Verdict;
};

const evaluatedFrom = 100;
const slowShare = 0.1;
const dropShare = 0.15;

/** Graph's rule: 10 % slow answers to at least a hundred recent notifications delay the delivery, 15 % stop it. */
export function createSpeedCheck(slowMs: number): SpeedCheck {
  const hosts = new Map<string, { all: number; slow: number }>();
  const hostOf = (url: string) => new URL(url).host;
  return {
    note(url, ms, notifications) {
      const { all, slow } = hosts.get(hostOf(url)) ?? { all: 0, slow: 0 };
      const isSlow = ms > slowMs;
      hosts.set(hostOf(url), { all: all + notifications, slow: slow + (isSlow ? notifications : 0) });
    },
    verdict(url) {
      const { all, slow } = hosts.get(hostOf(url)) ?? { all: 0, slow: 0 };
      if (all < evaluatedFrom || slow / all < slowShare) return 'deliver';
      return slow / all < dropShare ? 'delay' : 'drop';
    },
  };
}
