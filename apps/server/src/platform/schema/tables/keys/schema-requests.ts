import type { KeyRequest, KeyRequestDetail, KeyRequestEntry, KeyRequestRules, KeyRequestStep } from '@key2xs/contract';
import type { Language } from '@key2xs/texts';
import type { Generated } from 'kysely';
import type { At, Json, MaybeAt } from '../schema-columns';

export type RequestTables = {
  key_request: {
    id: string;
    kind: KeyRequest['kind'];
    state: KeyRequest['state'];
    /** At which of its steps it is, from 1; 0: none was needed. */
    step: number;
    steps: number;
    person_id: string;
    place_id: string | null;
    /** As the place was called when it was asked for. */
    place_name: string | null;
    /** Where, in the words of the person; of requests by a mailed link. */
    place_words: string | null;
    key_id: string | null;
    reserved_key_id: string | null;
    /** Of the rule of a key plan that was added for it; the rule may be gone since. */
    rule_id: string | null;
    starts_at: MaybeAt;
    ends_at: MaybeAt;
    granted_until: MaybeAt;
    is_urgent: boolean;
    reason: string;
    protection_class: number | null;
    needs_four_eyes: boolean;
    asked_by_id: string | null;
    asked_by: string;
    is_by_link: Generated<boolean>;
    asked_at: At;
    pick_up_by: MaybeAt;
    closed_at: MaybeAt;
    version: Generated<number>;
    /** Of the changes that `version` counts, those of files. */
    file_changes: Generated<number>;
    /** While it waits for its place; afterwards its steps have their own. */
    due_at: MaybeAt;
    escalated_at: MaybeAt;
  };
  key_request_file: {
    id: string;
    request_id: string;
    name: string;
    type: KeyRequestDetail['files'][number]['type'];
    bytes: number;
    content: Buffer;
    /** Changes with the content. */
    tag: string;
    added_by: string;
    added_at: At;
  };
  key_request_step: {
    request_id: string;
    position: number;
    kind: KeyRequestStep['kind'];
    /** Null: an administrator. */
    person_id: string | null;
    stands_in: boolean;
    due_at: MaybeAt;
    escalated_at: MaybeAt;
    decision: KeyRequestStep['decision'];
    /** An administrator, or a person. */
    decided_by_id: string | null;
    decided_by: string | null;
    decided_at: MaybeAt;
    reason: string | null;
    /** Of the request, before this decision; restored when it is revoked. */
    granted_until_before: MaybeAt;
  };
  /** Only ever added to. */
  key_request_entry: {
    id: string;
    request_id: string;
    at: At;
    happening: KeyRequestEntry['happening'];
    actor_name: string | null;
    note: string | null;
  };
  key_request_rules: {
    only_row: Generated<boolean>;
    rules: Json<KeyRequestRules['rules']>;
    step_hours: number;
    pick_up_days: number;
    asks_by_mail: Generated<boolean>;
    absences: Json<Omit<KeyRequestRules['absences'][number], 'person_name' | 'deputy_name'>[]>;
    version: Generated<number>;
  };
  key_request_link: {
    person_id: string;
    token_hash: Buffer;
    expires_at: At;
    /** Of the link before, while the mail server has not taken the mail with this one. */
    former_token_hash: Buffer | null;
    former_expires_at: MaybeAt;
    language: Language;
    /** How many since `mails_since`. */
    mails: number;
    mails_since: At;
  };
  /** A mail with a link that is still to go: asked for by an address, or about what happened to a request. */
  key_request_link_mail: {
    id: string;
    /** Folded. Null in one about a request, and where too many were asked for. */
    mail_address: string | null;
    language: Language | null;
    request_id: string | null;
    state: string | null;
    answer: 'asked_back' | 'approved' | 'rejected' | 'ready' | 'expired' | 'revoked' | null;
    at: At;
  };
};
