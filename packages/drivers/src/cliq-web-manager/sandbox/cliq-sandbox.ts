import type { RecordedPerson, RecordedProfile } from '../../key-system-driver';
import type { Perform } from './control/acts';
import type { FaultPlan } from './faults/faults';
import type { ScriptOrder, SeenCall } from './faults/run-scripts';
import type { SandboxState } from './inspect';
import type { Profile } from './services/answer-call';
import type { SiteSize } from './site/generated-site';

export type SandboxOptions = {
  /** 0 takes a free one. Only this machine can connect to it. */
  port: number;
  /** Keeps certificates and everything written, for the next start. Without one, all is gone at the end. */
  directory?: string;
  /** What its own clock starts from; the real one if left out. */
  clock?: () => Date;
  /** 'full' if left out. */
  profile?: Profile;
  /** Opens the control port; with a directory, what it takes to use it is written to `control.json` there. */
  control?: boolean;
  /** A city of that many records, made when they are asked for, in place of the invented one. */
  size?: SiteSize;
};

export type CliqSandbox = {
  cliq_api_url: string;
  port: number;
  domain_name: string;
  client_certificate_bundle_pem: string;
  /** Of the right form, but certified by another authority: the sandbox refuses it. */
  foreign_certificate_bundle_pem: string;
  /** As good as the first, for the day that one is replaced. */
  second_client_certificate_bundle_pem: string;
  /** Certified by the right authority, but for years that are over, or have not begun. */
  expired_client_certificate_bundle_pem: string;
  future_client_certificate_bundle_pem: string;
  /** The first once more, as a PKCS#12 file. */
  client_certificate_p12: Buffer;
  client_certificate_p12_pass_phrase: string;
  clock: {
    now(): Date;
    /** Puts it ahead, for this life and, with a directory, for those after it. */
    advance(ms: number): void;
  };
  /** Does what people, keys and programming devices do: `act('hand-in-key', { key: 'K-0001' })`. */
  act: Perform;
  profile(): Profile;
  /** What it offers from now on. */
  offer(profile: Profile): void;
  /** What was written into it, and how many calls to write it has received since it started. */
  inspect(): { persons: RecordedPerson[]; profiles: RecordedProfile[]; writes: number };
  state(): SandboxState;
  /** For tests: decides for each call what goes wrong with it. Undefined ends that. */
  fault(plan: FaultPlan): void;
  /**
   * Lets things go wrong by name from now on, and counts calls anew; without orders all goes well again. Of several
   * scripts that fit a call the first counts; a `fault` comes before all.
   * @throws RangeError for an order that makes no sense; what runs then goes on
   */
  script(...orders: ScriptOrder[]): void;
  /** What has arrived since scripts were switched last, oldest first. */
  calls(): SeenCall[];
  /** Undefined unless it was asked for. */
  control: { port: number; token: string } | undefined;
  close(): Promise<void>;
};
