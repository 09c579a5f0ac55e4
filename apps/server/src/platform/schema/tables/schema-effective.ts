import type { KeyLimits } from '@key2xs/domain';
import type { Generated } from 'kysely';
import type { At, MaybeAt, MaybeJson } from './schema-columns';

/** What keys and cylinders hold. By the clock of the database, unless it says otherwise. */
export type EffectiveTables = {
  /** When the mirror of a key system was read and changed; kept by `recorded`. */
  recorded_reading: {
    connection_id: string;
    /** Of the last reading that listed persons, profiles and keys. */
    began_at: MaybeAt;
    finished_at: MaybeAt;
    /** When our own writes, or another reading, last changed rights in the mirror. */
    written_at: MaybeAt;
    /** When a reading last changed persons or profiles in the mirror. */
    listed_at: MaybeAt;
    /** Look at once: a key was lost, or a reading has ended. */
    is_urgent: Generated<boolean>;
  };
  /** Doors that many keys may open, by the key system's own ids. */
  right_set: { id: string; connection_id: string; cylinders: string[]; groups: string[] };
  key_content: {
    key_id: string;
    connection_id: string;
    /** The rights that it holds for certain since its update at `held_at`, and no others; null: not known. */
    held_sets: string[] | null;
    /** By the clock of the key system, as are `limits_at` and `recorded_changed_at`. */
    held_at: MaybeAt;
    /** Whether its times are known; without `limits` it has no clock. */
    is_timed: boolean;
    limits: MaybeJson<KeyLimits>;
    limits_at: MaybeAt;
    /** Rights seen since its content was last certain. */
    seen_sets: string[];
    recorded_sets: string[];
    recorded_changed_at: MaybeAt;
    recorded_seen_at: At;
    is_confirmed: boolean;
    /** Digest of its exposed rights as stored. */
    exposure: Generated<string>;
  };
  cylinder_content: {
    cylinder_id: string;
    connection_id: string;
    /** Whether the group is the one that it is programmed to. */
    is_known: boolean;
    group_external_id: string | null;
    /** By the clock of the key system. */
    programmed_at: MaybeAt;
    recorded_group: string | null;
    recorded_jobs: string;
    recorded_seen_at: At;
    group_since: At;
  };
  /** What a key that carries its rights held for certain, from an update at `since` on, by the clock of the key system. */
  key_held: {
    key_id: string;
    since: At;
    /** Until when readings found nothing newer, by our clock; null: until the last reading. */
    until: MaybeAt;
    sets: string[];
    is_timed: boolean;
    limits: MaybeJson<KeyLimits>;
    limits_at: MaybeAt;
  };
  /** What a cylinder was programmed to. */
  cylinder_held: {
    cylinder_id: string;
    since: At;
    until: MaybeAt;
    is_known: boolean;
    group_external_id: string | null;
    /** Whether jobs tell of all keys that it blocks. */
    is_block_list_known: boolean;
  };
  /** When the reading began that the last look was of. */
  key_look: { connection_id: string; looked_until: At };
  /** A right that is not recorded any more, or whose key is lost or retired, and that may still open the door. */
  exposed_right: {
    id: Generated<string>;
    connection_id: string;
    key_id: string;
    cylinder_id: string;
    /** When it was first found withdrawn. */
    withdrawn_at: At;
    /** When the key ends by itself; 'infinity' where no end is known. */
    ends_at: At;
    ended_by: 'validity' | 'revalidation' | null;
    is_certain: boolean;
    whereabouts: 'in_hand' | 'in_stock' | 'lost' | 'retired';
    /** Since when the cylinder is known to refuse the key. */
    closed_at: MaybeAt;
    /** The cylinder does not list the key any more, which only a new right changes. */
    is_unlisted: boolean;
  };
};
